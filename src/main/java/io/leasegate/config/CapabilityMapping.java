package io.leasegate.config;

/**
 * Which capability a tool's call needs.
 *
 * @param tool a glob over the upstream's tool names; the first mapping that matches decides
 * @param capability a template of three or more segments separated by {@code :}; {@code {name}} is
 *     the argument of that name
 */
public record CapabilityMapping(String tool, String capability) {}
