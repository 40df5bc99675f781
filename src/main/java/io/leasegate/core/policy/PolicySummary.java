package io.leasegate.core.policy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an agent may know about its policy.
 *
 * @param agentFound whether an entry applies, be it that of {@code "*"}
 * @param defaultTtl of grants whose rule names none
 * @param autoApprove globs of the rules that grant by themselves, in their order
 * @param requiresApproval globs of the rules that ask a human, in their order
 * @param denyGlobs of everybody, then of the agent
 * @param maxTtl the longest grant; empty: not limited
 * @param approvalTtl how long an approval stays open
 * @param rateLimit of explicit requests
 * @param maxLeaseTotal the longest task lease; empty: not limited by the policy
 */
public record PolicySummary(
    boolean agentFound,
    Duration defaultTtl,
    List<String> autoApprove,
    List<String> requiresApproval,
    List<String> denyGlobs,
    Optional<Duration> maxTtl,
    Duration approvalTtl,
    RateLimit rateLimit,
    Optional<Duration> maxLeaseTotal) {}
