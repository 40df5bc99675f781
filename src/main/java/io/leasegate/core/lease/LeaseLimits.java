package io.leasegate.core.lease;

import io.leasegate.core.policy.EffectivePolicy;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * How much time and how many writes an agent may put under one task lease.
 *
 * @param maxTotal the longest lease, and the length of one that names none
 * @param maxWrites the largest budget, 0 or more; empty: not limited
 */
public record LeaseLimits(Duration maxTotal, OptionalLong maxWrites) {

  /** Where the policy sets no longest lease. */
  public static final Duration DEFAULT_MAX_TOTAL = Duration.ofHours(4);

  /** Writes of a lease that names no number. */
  public static final long DEFAULT_WRITES = 200;

  /** As the policy has it; where it has several limits the lowest counts. */
  public static LeaseLimits of(EffectivePolicy policy) {
    return new LeaseLimits(
        policy.leaseMaxTotal().orElse(DEFAULT_MAX_TOTAL),
        policy.leaseMaxWrites().map(OptionalLong::of).orElse(OptionalLong.empty()));
  }

  /** What was asked for, or as much of it as is allowed. */
  public Duration clampTotal(Optional<Duration> requested) {
    return requested.filter(total -> total.compareTo(maxTotal) < 0).orElse(maxTotal);
  }

  /** What was asked for, or as much of it as is allowed. */
  public long clampWrites(OptionalLong requested) {
    long writes = requested.orElse(DEFAULT_WRITES);
    return maxWrites.isPresent() ? Math.min(writes, maxWrites.getAsLong()) : writes;
  }
}
