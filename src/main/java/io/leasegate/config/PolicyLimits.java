package io.leasegate.config;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The limits of the policy file, global or of one agent; empty: not set here. Of two, the lower
 * number holds, and both deny lists.
 *
 * @param maxTtl the longest grant, 1 s..365 d
 * @param deny capability globs that nobody gets
 * @param rateLimit explicit requests of an agent; 30/m when set nowhere
 * @param approvalTtl how long an approval stays open, 1 s..365 d; 10 min when set nowhere
 * @param maxLeaseTotal the longest task lease, 1 s..365 d
 * @param maxInlineBytes bytes of text that an answer may hold, 1 B..1 GiB
 * @param callRate calls of an agent at one replica; none when set nowhere
 */
public record PolicyLimits(
    Optional<Duration> maxTtl,
    List<String> deny,
    Optional<RateLimit> rateLimit,
    Optional<Duration> approvalTtl,
    Optional<Duration> maxLeaseTotal,
    Optional<Long> maxInlineBytes,
    Optional<RateLimit> callRate) {

  public PolicyLimits {
    deny = List.copyOf(deny);
  }
}
