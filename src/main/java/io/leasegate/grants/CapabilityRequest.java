package io.leasegate.grants;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.policy.ArgumentView;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A request for a capability, by an agent or by a call that has none.
 *
 * @param ttl as the agent wrote it
 * @param leaseId the lease to bind the grant to
 * @param generation of an ownership lease
 * @param reason in the agent's words
 * @param arguments of the call that needs it
 */
public record CapabilityRequest(
    Identity identity,
    CapabilityGlob capability,
    Optional<String> ttl,
    Optional<String> leaseId,
    OptionalLong generation,
    String reason,
    GrantOrigin origin,
    Optional<ArgumentView> arguments) {}
