package io.leasegate.core.policy;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import java.util.Optional;

/**
 * Which deny glob stands in the way.
 *
 * @param deny the glob
 * @param witness a capability that the request and the glob both match; empty when the two are too
 *     complex to find one, and the request is refused for safety
 */
public record DenyDetail(CapabilityGlob deny, Optional<Capability> witness) {}
