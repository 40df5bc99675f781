package io.leasegate.core.policy;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import java.time.Duration;
import java.util.Optional;

/**
 * A request for a capability.
 *
 * @param capability what is asked for
 * @param ttl as the agent wrote it
 * @param leaseRemaining until the deadline of the lease that the grant will be bound to, above
 *     zero; empty for a grant without a lease
 * @param arguments of the call that the request is for, when there is one; then a rule matches only
 *     if its conditions hold
 */
public record PolicyRequest(
    CapabilityGlob capability,
    Optional<String> ttl,
    Optional<Duration> leaseRemaining,
    Optional<ArgumentView> arguments) {

  /** A request that an agent makes, with no call in hand. */
  public static PolicyRequest explicit(
      CapabilityGlob capability, Optional<String> ttl, Optional<Duration> leaseRemaining) {
    return new PolicyRequest(capability, ttl, leaseRemaining, Optional.empty());
  }

  /** What a call without a grant asks for. */
  public static PolicyRequest forCall(
      Capability capability, Optional<Duration> leaseRemaining, ArgumentView arguments) {
    return new PolicyRequest(
        CapabilityGlob.of(capability), Optional.empty(), leaseRemaining, Optional.of(arguments));
  }
}
