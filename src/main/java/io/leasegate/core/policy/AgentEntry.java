package io.leasegate.core.policy;

import io.leasegate.core.capability.NameGlob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What a policy says about the agents of one key.
 *
 * @param defaultTtl of grants whose rule names none, 1 s..365 d
 * @param limits combined with those of everybody
 * @param leaseMaxTotal the longest task lease, 1 s..365 d
 * @param leaseMaxWrites the largest write budget of a task lease, 0 or more
 * @param permissions beside those of the agent's credential
 * @param requireIdempotencyKey tools whose writes need a key
 * @param capabilities in their order: the first that matches decides
 */
public record AgentEntry(
    Optional<Duration> defaultTtl,
    Limits limits,
    Optional<Duration> leaseMaxTotal,
    Optional<Long> leaseMaxWrites,
    Set<Permission> permissions,
    List<NameGlob> requireIdempotencyKey,
    List<CapabilityRule> capabilities) {

  /** An agent that gets nothing: what stands for it where a policy has no entry. */
  static final AgentEntry NONE =
      new AgentEntry(
          Optional.empty(),
          Limits.NONE,
          Optional.empty(),
          Optional.empty(),
          Set.of(),
          List.of(),
          List.of());

  public AgentEntry {
    permissions = Set.copyOf(permissions);
    requireIdempotencyKey = List.copyOf(requireIdempotencyKey);
    capabilities = List.copyOf(capabilities);
    defaultTtl.ifPresent(value -> Limits.requireTtl("default_ttl", value));
    leaseMaxTotal.ifPresent(value -> Limits.requireTtl("lease.max_total", value));
    if (leaseMaxWrites.isPresent() && leaseMaxWrites.get() < 0) {
      throw new IllegalArgumentException("lease.max_writes must be 0 or more");
    }
  }
}
