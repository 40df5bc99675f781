package io.leasegate.config;

/**
 * Which capability a tool's call needs.
 *
 * @param tool a glob over the upstream's tool names; the first mapping that matches decides
 * @param capability what {@link io.leasegate.core.policy.CapabilityTemplate} reads
 */
public record CapabilityMapping(String tool, String capability) {}
