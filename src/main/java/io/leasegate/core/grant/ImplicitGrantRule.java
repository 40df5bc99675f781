package io.leasegate.core.grant;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseFace;
import io.leasegate.core.policy.Decision;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Calls without a covering grant. A worker whose lease or grant was ended does not come back to
 * power by just going on: it must ask.
 */
public final class ImplicitGrantRule {

  /** How long an ended lease stands in the way of implicit grants: 24 h. */
  public static final long MEMORY_MS = 24L * 60 * 60 * 1_000;

  private static final Comparator<Lease> AGE =
      Comparator.comparingLong((Lease lease) -> lease.times().acquiredAt())
          .thenComparing(Lease::id);

  private ImplicitGrantRule() {}

  /**
   * Decides, before the policy is asked.
   *
   * @param leases of the agent; those that do not count (not over the upstream, ended longer ago,
   *     of todos, which grants cannot be bound to) are passed over here
   * @param newestCovering of the grants that cover the call, all of them dead, the one issued last
   * @param itsLease the lease that this one is bound to, as stored
   */
  public static ImplicitGrant decide(
      String upstream,
      Collection<Lease> leases,
      Optional<Grant> newestCovering,
      Optional<Lease> itsLease,
      long now) {
    List<Lease> over = leases.stream().filter(lease -> counts(lease, upstream, now)).toList();
    boolean allEnded = !over.isEmpty() && over.stream().noneMatch(lease -> lease.isLive(now));
    if (allEnded || newestCovering.filter(ImplicitGrantRule::wasRevoked).isPresent()) {
      return new ImplicitGrant.Refused(
          newestCovering
              .map(grant -> code(grant, itsLease, now))
              .orElseGet(() -> codeWithoutGrant(over, now)));
    }
    return over.stream()
        .filter(lease -> lease.face() == LeaseFace.TASK && lease.isLive(now))
        .max(AGE)
        .<ImplicitGrant>map(ImplicitGrant.Bound::new)
        .orElseGet(ImplicitGrant.Unbound::new);
  }

  /**
   * The code of the refusal when the policy does not allow the implicit grant: its own, or {@code
   * no_grant} when it would ask a human; nothing when it allows.
   */
  public static Optional<ErrorCode> refusal(Decision decision) {
    if (decision instanceof Decision.Deny deny) {
      return Optional.of(ErrorCode.valueOf(deny.code().name()));
    }
    return decision instanceof Decision.NeedsApproval
        ? Optional.of(ErrorCode.NO_GRANT)
        : Optional.empty();
  }

  private static boolean counts(Lease lease, String upstream, long now) {
    return lease.face() != LeaseFace.TASK_LEASE_V0
        && lease.missing().isEmpty()
        && lease.covers(upstream)
        && (lease.isLive(now) || now - lease.liveUntil() <= MEMORY_MS);
  }

  /** A grant that only died with its lease was not revoked itself: there the leases decide. */
  private static boolean wasRevoked(Grant grant) {
    return grant.revocation().filter(end -> end.by() != RevokedBy.LEASE).isPresent();
  }

  /** The lease's code for a bound grant whose lease ended, else the grant's own. */
  private static ErrorCode code(Grant grant, Optional<Lease> lease, long now) {
    return grant
        .lease()
        .flatMap(binding -> GrantLiveness.leaseRefusal(binding, lease, now))
        .orElse(wasRevoked(grant) ? ErrorCode.GRANT_REVOKED : ErrorCode.GRANT_EXPIRED);
  }

  private static ErrorCode codeWithoutGrant(List<Lease> ended, long now) {
    return ended.stream()
        .max(AGE)
        .flatMap(lease -> GrantLiveness.leaseRefusal(lease, now))
        .orElse(ErrorCode.LEASE_EXPIRED);
  }
}
