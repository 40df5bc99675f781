package io.leasegate.core.lease;

import java.util.OptionalLong;

/**
 * The stored times of a lease, ms since 1970 by the store's clock.
 *
 * @param acquiredAt when the present owner got it
 * @param lastHeartbeatAt the last sign of life; the acquire counts as one
 * @param expiresAt the first moment at which it is not live any more; at most the deadline
 * @param deadlineAt what no heartbeat and no renewal moves; empty: none
 */
public record LeaseTimes(
    long acquiredAt, long lastHeartbeatAt, long expiresAt, OptionalLong deadlineAt) {

  public LeaseTimes {
    if (deadlineAt.isPresent() && expiresAt > deadlineAt.getAsLong()) {
      throw new IllegalArgumentException("expires_at is after deadline_at");
    }
  }

  /** The last moment that the lease can reach: its deadline or, without one, its expiry. */
  public long endsAt() {
    return deadlineAt.orElse(expiresAt);
  }
}
