package io.leasegate.core.grant;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.lease.Lease;
import java.util.Optional;

/** What became of a request to renew a grant. */
public sealed interface GrantRenewal {

  /**
   * The grant with a new window from now.
   *
   * @param grant to be stored in place of the one before
   */
  record Renewed(Grant grant) implements GrantRenewal {}

  /** Only lease-bound grants are renewed; this one is asked for again when it has expired. */
  record NotBound() implements GrantRenewal {}

  /**
   * The grant is not live.
   *
   * @param code as {@link GrantLiveness#refusal}
   */
  record Ended(ErrorCode code) implements GrantRenewal {}

  /**
   * Renews to {@code min(now + original ttl, the lease's end, the ceilings in force now)}. The end
   * of the lease is its deadline; a lease without one bounds by its expiry.
   *
   * @param parent of a delegated grant: it ends no later than that
   * @param lease that the grant is bound to, as stored
   * @param longestTtlMs that the policy allows a grant now
   */
  static GrantRenewal renew(
      Grant grant, Optional<Grant> parent, Optional<Lease> lease, long longestTtlMs, long now) {
    if (!grant.renewable()) {
      return new NotBound();
    }
    Optional<ErrorCode> refusal = GrantLiveness.refusal(grant, parent, lease, now);
    if (refusal.isPresent()) {
      return new Ended(refusal.get());
    }
    long expiry = now + Math.min(grant.originalTtlMs(), longestTtlMs);
    if (lease.isPresent()) {
      expiry = Math.min(expiry, lease.get().times().endsAt());
    }
    if (grant.parentGrantId().isPresent() && parent.isPresent()) {
      expiry = Math.min(expiry, parent.get().expiresAt());
    }
    return new Renewed(grant.renewed(now, expiry));
  }
}
