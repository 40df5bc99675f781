package io.leasegate.core.policy;

import io.leasegate.core.capability.CapabilityGlob;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A rule over requests for capabilities.
 *
 * @param match the rule matches a request that this glob covers
 * @param autoApprove whether it grants by itself; otherwise a human is asked
 * @param ttl of its grants, 1 s or more
 * @param leaseRequired whether it grants only under a lease, and its calls need such a grant
 * @param redact what is blotted out of the answers of its calls
 * @param when all must hold for the arguments of a call
 */
public record CapabilityRule(
    CapabilityGlob match,
    boolean autoApprove,
    Optional<Duration> ttl,
    boolean leaseRequired,
    Set<Redaction> redact,
    List<ArgumentCondition> when) {

  public CapabilityRule {
    redact = Set.copyOf(redact);
    when = List.copyOf(when);
    ttl.ifPresent(value -> Limits.requireTtl("ttl", value));
  }

  /** Whether every condition holds for the arguments. */
  public boolean conditionsHold(ArgumentView arguments) {
    for (ArgumentCondition condition : when) {
      if (!condition.holds(arguments)) {
        return false;
      }
    }
    return true;
  }
}
