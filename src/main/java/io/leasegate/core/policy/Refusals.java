package io.leasegate.core.policy;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.policy.Decision.Deny;
import java.util.Optional;
import java.util.stream.Collectors;

/** The words of a policy's refusals: what is wrong, and what to do instead. */
final class Refusals {

  private Refusals() {}

  static Deny ceilingBlocked(String asked, DenyDetail detail) {
    String overlap =
        detail
            .witness()
            .map(witness -> ", for example on " + witness.globText())
            .orElse(", as far as can be decided");
    boolean same = detail.witness().map(Capability::globText).filter(asked::equals).isPresent();
    return new Deny(
        DenyCode.CEILING_BLOCKED,
        same
            ? asked + " is denied by " + detail.deny()
            : asked + " overlaps the denied " + detail.deny() + overlap,
        same
            ? "Do without it: no request and no approval lifts a deny glob."
            : "Request a narrower capability that leaves out everything "
                + detail.deny()
                + " matches.",
        Optional.of(detail));
  }

  static Deny noPolicy() {
    return deny(
        DenyCode.NO_POLICY,
        "the policy has no entry for this agent and none for \"*\"",
        "Ask an operator to add an entry for this agent to the policy file.");
  }

  static Deny noRule(String asked) {
    return deny(
        DenyCode.NO_RULE,
        "no rule of this agent covers all of " + asked,
        "Request a narrower capability that scopegate_policy_summary shows, or propose a rule with"
            + " scopegate_propose_policy.");
  }

  static Deny conditionFails(RuleList.Named named) {
    return deny(
        DenyCode.NO_RULE,
        "rule "
            + named.name()
            + " allows this call only with other arguments: "
            + named.rule().when().stream()
                .map(ArgumentCondition::describe)
                .collect(Collectors.joining(", ")),
        "Send arguments that meet the conditions, or propose a rule with"
            + " scopegate_propose_policy.");
  }

  static Deny invalidTtl(String ttl) {
    String shown = ttl.length() > 40 ? ttl.substring(0, 40) + "…" : ttl;
    return deny(
        DenyCode.INVALID_TTL,
        "ttl \"" + shown + "\" is not <n>s, <n>m or <n>h with n of 1 or more, or is too long",
        "Repeat the request with a ttl such as 90s, 15m or 2h, or without one.");
  }

  static Deny leaseEndsTooSoon() {
    return deny(
        DenyCode.INVALID_TTL,
        "the lease ends in less than 1 s, the shortest ttl of a grant",
        "Open a new lease and request the capability under it.");
  }

  static Deny leaseRequired(String ruleName) {
    return deny(
        DenyCode.LEASE_REQUIRED,
        "rule " + ruleName + " grants only under a lease",
        "Open a lease with scopegate_open_task_lease, then request the capability with its"
            + " lease_id.");
  }

  private static Deny deny(DenyCode code, String reason, String nextStep) {
    return new Deny(code, reason, nextStep, Optional.empty());
  }
}
