package io.leasegate.core.grant;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseState;
import java.util.Optional;

/** Whether a grant lives, with all that it depends on, and the code of the refusal if not. */
public final class GrantLiveness {

  private GrantLiveness() {}

  /**
   * The reason why a call under the grant is refused, or nothing. A bound grant answers with what
   * became of its lease, before anything else.
   *
   * @param parent of a delegated grant, as stored; one that is gone counts as revoked
   * @param lease of a bound grant, as stored; one that is gone counts as revoked
   * @param now ms since 1970
   */
  public static Optional<ErrorCode> refusal(
      Grant grant, Optional<Grant> parent, Optional<Lease> lease, long now) {
    if (grant.lease().isPresent()) {
      Optional<ErrorCode> ofLease = leaseRefusal(grant.lease().get(), lease, now);
      if (ofLease.isPresent()) {
        return ofLease;
      }
    }
    Optional<ErrorCode> own = ownRefusal(grant, now);
    if (own.isPresent() || grant.parentGrantId().isEmpty()) {
      return own;
    }
    return parent.isEmpty() ? Optional.of(ErrorCode.GRANT_REVOKED) : ownRefusal(parent.get(), now);
  }

  /**
   * What became of the lease that a grant was bound to: {@code stale_generation} when the
   * generation moved on, {@code lease_revoked} after a revoke or release, {@code lease_expired};
   * nothing when it lives.
   */
  public static Optional<ErrorCode> leaseRefusal(
      LeaseBinding binding, Optional<Lease> stored, long now) {
    if (stored.isEmpty()) {
      return Optional.of(ErrorCode.LEASE_REVOKED);
    }
    Lease lease = stored.get();
    return lease.generation() == binding.generation()
        ? leaseRefusal(lease, now)
        : Optional.of(ErrorCode.STALE_GENERATION);
  }

  static Optional<ErrorCode> leaseRefusal(Lease lease, long now) {
    if (lease.isLive(now)) {
      return Optional.empty();
    }
    LeaseState state = lease.state();
    return Optional.of(
        switch (state) {
          case ACTIVE -> ErrorCode.LEASE_EXPIRED;
          case RELEASED, REVOKED -> ErrorCode.LEASE_REVOKED;
          case RECLAIMED, SUPERSEDED -> ErrorCode.STALE_GENERATION;
        });
  }

  private static Optional<ErrorCode> ownRefusal(Grant grant, long now) {
    if (grant.revocation().isPresent()) {
      return Optional.of(
          grant.revocation().get().by() == RevokedBy.LEASE
              ? ErrorCode.LEASE_REVOKED
              : ErrorCode.GRANT_REVOKED);
    }
    return now < grant.expiresAt() ? Optional.empty() : Optional.of(ErrorCode.GRANT_EXPIRED);
  }
}
