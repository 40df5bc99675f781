package io.leasegate.core.lease;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The times by which one lease lives: a snapshot of the settings of its class. A live lease keeps
 * its snapshot until its next heartbeat, renewal or adoption. Durations have whole milliseconds.
 *
 * @param initialTtl from acquire, heartbeat or renewal to expiry, 1 ms or more
 * @param heartbeatInterval how often the holder reports; empty: never, and the lease is never stale
 * @param missedHeartbeatGrace from the last heartbeat until the lease is stale, 0 or more
 * @param maxDuration from acquire or adopt to the deadline; empty: no deadline
 * @param recoveryGrace the time that a recovery gives; empty: no recovery
 * @param terminalReclaim whether proofs may end the lease before its expiry
 * @param fingerprint of the policy that the terms come from; empty: they come from no class
 */
public record LeaseTerms(
    Duration initialTtl,
    Optional<Duration> heartbeatInterval,
    Duration missedHeartbeatGrace,
    Optional<Duration> maxDuration,
    Optional<Duration> recoveryGrace,
    boolean terminalReclaim,
    Takeover takeover,
    Optional<String> fingerprint) {

  public LeaseTerms {
    if (initialTtl.toMillis() < 1) {
      throw new IllegalArgumentException("initial_ttl must be 1 ms or more, not " + initialTtl);
    }
    if (missedHeartbeatGrace.isNegative()) {
      throw new IllegalArgumentException("missed_heartbeat_grace must not be negative");
    }
  }

  /** Of a lease that lives for a fixed time: expiry and deadline are one, nobody takes it over. */
  public static LeaseTerms fixed(Duration total) {
    return new LeaseTerms(
        total,
        Optional.empty(),
        Duration.ZERO,
        Optional.of(total),
        Optional.empty(),
        false,
        Takeover.NONE,
        Optional.empty());
  }

  /** Whether the holder must be heard of from time to time. */
  public boolean hasHeartbeats() {
    return heartbeatInterval.isPresent();
  }

  /** The times of a lease that begins now. */
  LeaseTimes begin(long now) {
    OptionalLong deadline =
        maxDuration
            .map(total -> OptionalLong.of(now + total.toMillis()))
            .orElse(OptionalLong.empty());
    return new LeaseTimes(now, now, slidingExpiry(now, deadline), deadline);
  }

  /** {@code min(now + initial_ttl, deadline_at)}. */
  long slidingExpiry(long now, OptionalLong deadlineAt) {
    long expiry = now + initialTtl.toMillis();
    return deadlineAt.isPresent() ? Math.min(expiry, deadlineAt.getAsLong()) : expiry;
  }
}
