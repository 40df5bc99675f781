package io.leasegate.core.grant;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseFace;
import java.util.Optional;
import java.util.OptionalLong;

/** Whether a lease that a request names can carry the grant that it asks for. */
public sealed interface LeaseForGrant {

  /**
   * It can.
   *
   * @param remainingMs until the end of the lease, which bounds the ttl; above 0
   */
  record Usable(LeaseBinding binding, long remainingMs) implements LeaseForGrant {}

  /** An ownership lease was named without the generation that the caller believes in. */
  record GenerationMissing() implements LeaseForGrant {}

  /**
   * It cannot.
   *
   * @param code {@code lease_not_found}, {@code stale_generation}, {@code lease_expired}, {@code
   *     lease_revoked} or {@code upstream_out_of_scope}
   */
  record Refused(ErrorCode code) implements LeaseForGrant {}

  /**
   * Judges the lease. One that is not there, one of another agent and one of a todo are one answer.
   *
   * @param generation that the request names
   */
  static LeaseForGrant judge(
      Optional<Lease> stored,
      Identity asking,
      OptionalLong generation,
      CapabilityGlob request,
      long now) {
    if (stored.isEmpty()
        || !stored.get().isHeldBy(asking)
        || stored.get().face() == LeaseFace.TASK_LEASE_V0) {
      return new Refused(ErrorCode.LEASE_NOT_FOUND);
    }
    Lease lease = stored.get();
    if (lease.face() == LeaseFace.OWNERSHIP && generation.isEmpty()) {
      return new GenerationMissing();
    }
    LeaseBinding named = new LeaseBinding(lease.id(), generation.orElse(lease.generation()));
    Optional<ErrorCode> refusal = GrantLiveness.leaseRefusal(named, stored, now);
    if (refusal.isPresent()) {
      return new Refused(refusal.get());
    }
    return lease.scope().covers(request)
        ? new Usable(named, lease.times().endsAt() - now)
        : new Refused(ErrorCode.UPSTREAM_OUT_OF_SCOPE);
  }
}
