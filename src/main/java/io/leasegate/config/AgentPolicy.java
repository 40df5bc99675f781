package io.leasegate.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What one agent may do.
 *
 * @param defaultTtl of a grant whose rule and request name none, 1 s..365 d; empty: 15 min
 * @param leaseMaxTotal the longest task lease, 1 s..365 d
 * @param leaseMaxWrites the largest write budget of a task lease, 0..1,000,000,000
 * @param permissions such as {@code lease:acquire}
 * @param requireIdempotencyKey tool name globs whose writes need a key
 * @param capabilities first match wins
 */
public record AgentPolicy(
    Optional<Duration> defaultTtl,
    PolicyLimits limits,
    Optional<Duration> leaseMaxTotal,
    Optional<Long> leaseMaxWrites,
    List<String> permissions,
    List<String> requireIdempotencyKey,
    List<CapabilityRule> capabilities) {

  static final Range<Long> WRITES = Range.longs(0, 1_000_000_000);

  public AgentPolicy {
    leaseMaxWrites.ifPresent(value -> WRITES.require("lease.max_writes", value));
    permissions = List.copyOf(permissions);
    requireIdempotencyKey = List.copyOf(requireIdempotencyKey);
    capabilities = List.copyOf(capabilities);
  }
}
