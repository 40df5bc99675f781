package io.leasegate.core.policy;

import io.leasegate.core.capability.NameGlob;

/**
 * Which capability the calls of some tools need.
 *
 * @param tool over the upstream's own names of its tools
 */
public record CapabilityMapping(NameGlob tool, CapabilityTemplate capability) {}
