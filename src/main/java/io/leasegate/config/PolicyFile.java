package io.leasegate.config;

import java.util.Map;

/**
 * The policy file.
 *
 * @param limits for everybody
 * @param agents by {@code <workspace>/<id>}, {@code <id>} or {@code *}, in the order of the file;
 *     the first of the three that is there applies, alone
 */
public record PolicyFile(PolicyLimits limits, Map<String, AgentPolicy> agents) {}
