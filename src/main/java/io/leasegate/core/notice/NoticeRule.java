package io.leasegate.core.notice;

import io.leasegate.core.grant.Grant;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseTimes;
import io.leasegate.core.lease.WriteBudget;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** When a notice is due, and what it says. The checks allocate nothing. */
public final class NoticeRule {

  private final NoticeThreshold threshold;

  public NoticeRule(NoticeThreshold threshold) {
    this.threshold = threshold;
  }

  /** Whether less than the threshold of the grant's window (since issue or renewal) remains. */
  public boolean isDue(Grant grant, long now) {
    return grant.expiresAt() - now < grantDueBelow(grant);
  }

  /** Whether less than the threshold of the lease's time or of its writes remains. */
  public boolean isDue(Lease lease, long now) {
    return isShortOfTime(lease, now) || isShortOfWrites(lease);
  }

  /**
   * The first millisecond at which {@link #isDue(Grant, long)} holds in the present window: when
   * the push is due.
   *
   * @return ms since 1970; at most the grant's expiry, and never before its window
   */
  public long mark(Grant grant) {
    return grant.expiresAt() - grantDueBelow(grant) + 1;
  }

  /**
   * The notice on a call under the grant, when one is due.
   *
   * @param lease that the grant is bound to; null when to none
   */
  public Optional<Notice> noticeOn(Grant grant, @Nullable Lease lease, long now) {
    boolean leaseDue = lease != null && isDue(lease, now);
    if (!leaseDue && !isDue(grant, now)) {
      return Optional.empty();
    }
    return Optional.of(
        new Notice(
            grant.id(),
            grant.capability(),
            seconds(grant.expiresAt() - now),
            grant.renewable(),
            hint(grant, lease, now),
            leaseDue && lease != null ? Optional.of(leaseNotice(lease, now)) : Optional.empty()));
  }

  private long grantDueBelow(Grant grant) {
    return threshold.dueBelow(grant.expiresAt() - grant.windowStart());
  }

  /** A lease with a deadline has the time until then; one without, that since its last renewal. */
  private boolean isShortOfTime(Lease lease, long now) {
    LeaseTimes times = lease.times();
    long start = times.deadlineAt().isPresent() ? times.acquiredAt() : times.lastHeartbeatAt();
    return times.endsAt() - now < threshold.dueBelow(times.endsAt() - start);
  }

  private boolean isShortOfWrites(Lease lease) {
    if (lease.budget().isEmpty()) {
      return false;
    }
    WriteBudget budget = lease.budget().get();
    return budget.writesLeft() < threshold.dueBelow(budget.maxWrites());
  }

  private static LeaseNotice leaseNotice(Lease lease, long now) {
    OptionalLong writesLeft =
        lease.budget().isPresent()
            ? OptionalLong.of(lease.budget().get().writesLeft())
            : OptionalLong.empty();
    return new LeaseNotice(lease.id(), seconds(lease.times().endsAt() - now), writesLeft);
  }

  private String hint(Grant grant, @Nullable Lease lease, long now) {
    if (lease != null && isShortOfTime(lease, now)) {
      return "The lease ends soon, and no renewal outlives it: finish, or open a new lease with"
          + " scopegate_open_task_lease and request the capability under it.";
    }
    if (lease != null && isShortOfWrites(lease)) {
      return "Few writes are left under the lease: finish, or open a new lease with"
          + " scopegate_open_task_lease for what remains.";
    }
    return grant.renewable()
        ? "Call scopegate_renew_capability with this grant_id to go on."
        : "This grant cannot be renewed: when it has expired, request the capability again with"
            + " scopegate_request_capability.";
  }

  private static long seconds(long ms) {
    return Math.max(0, ms) / 1_000;
  }
}
