package io.leasegate.core.policy;

import java.time.Duration;
import java.util.Optional;

/** What a policy says to a request. */
public sealed interface Decision {

  /**
   * A grant may be issued at once.
   *
   * @param ruleName tells the rule from the agent's others: its glob, with {@code #2} and so on
   *     when the glob is repeated
   * @param ttl of the grant, 1 s or more
   */
  record Allow(String ruleName, CapabilityRule rule, Duration ttl) implements Decision {}

  /**
   * A human is asked.
   *
   * @param ttl of the grant, from the approval on
   * @param approvalTtl how long the approval stays open
   */
  record NeedsApproval(String ruleName, CapabilityRule rule, Duration ttl, Duration approvalTtl)
      implements Decision {}

  /**
   * Refused.
   *
   * @param reason one line that says why
   * @param nextStep one line that says what to do instead
   * @param detail with {@link DenyCode#CEILING_BLOCKED} only
   */
  record Deny(DenyCode code, String reason, String nextStep, Optional<DenyDetail> detail)
      implements Decision {}
}
