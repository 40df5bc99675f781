package io.leasegate.core.policy;

import static io.leasegate.core.policy.PolicyFixture.ask;
import static io.leasegate.core.policy.PolicyFixture.auto;
import static io.leasegate.core.policy.PolicyFixture.bound;
import static io.leasegate.core.policy.PolicyFixture.capability;
import static io.leasegate.core.policy.PolicyFixture.deny;
import static io.leasegate.core.policy.PolicyFixture.entry;
import static io.leasegate.core.policy.PolicyFixture.max;
import static io.leasegate.core.policy.PolicyFixture.maxTtl;
import static io.leasegate.core.policy.PolicyFixture.number;
import static io.leasegate.core.policy.PolicyFixture.policy;
import static io.leasegate.core.policy.PolicyFixture.request;
import static io.leasegate.core.policy.PolicyFixture.underLease;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.policy.Decision.Allow;
import io.leasegate.core.policy.Decision.Deny;
import io.leasegate.core.policy.Decision.NeedsApproval;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestDecisionTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "sim:call:headers",
        "sim:call:*",
        "sim:call:h*",
        "*:call:headers",
        "sim:*:*",
        "{sim,rec}:call:headers",
        "**"
      })
  void aRequestThatOverlapsADenyGlobIsBlocked(String asked) {
    EffectivePolicy policy = policy(Limits.NONE, entry(deny("sim:call:headers"), auto("**")));

    Deny deny = denial(policy, request(asked));

    assertThat(deny.code()).isEqualTo(DenyCode.CEILING_BLOCKED);
    DenyDetail detail = deny.detail().orElseThrow();
    assertThat(detail.deny().text()).isEqualTo("sim:call:headers");
    assertThat(detail.witness()).contains(capability("sim:call:headers"));
    assertThat(deny.reason()).isNotBlank();
    assertThat(deny.nextStep()).isNotBlank();
  }

  @Test
  void denyComesBeforeRulesAndBeforeTheMissingEntry() {
    EffectivePolicy nobody = Policy.of(deny("vault:*:*"), Map.of()).forAgent(PolicyFixture.AGENT);
    assertThat(denial(nobody, request("vault:read:x")).code()).isEqualTo(DenyCode.CEILING_BLOCKED);
    assertThat(denial(nobody, request("sim:call:x")).code()).isEqualTo(DenyCode.NO_POLICY);
  }

  @Test
  void bothDenyListsHoldAndTheGlobalOneIsNamedFirst() {
    EffectivePolicy policy =
        policy(deny("vault:*:*"), entry(deny("*:*:x", "sim:call:y"), auto("**")));
    assertThat(denial(policy, request("vault:read:x")).detail().orElseThrow().deny().text())
        .isEqualTo("vault:*:*");
    assertThat(denial(policy, request("sim:call:y")).code()).isEqualTo(DenyCode.CEILING_BLOCKED);
  }

  @Test
  void denyComesBeforeTheTtlAndTheTtlBeforeTheRules() {
    EffectivePolicy policy = policy(deny("vault:*:*"), entry());
    assertThat(denial(policy, request("vault:read:x", "0s")).code())
        .isEqualTo(DenyCode.CEILING_BLOCKED);
    assertThat(denial(policy, request("sim:call:x", "0s")).code()).isEqualTo(DenyCode.INVALID_TTL);
    assertThat(policy.refusal(request("sim:call:x", "0s"))).isPresent();
    assertThat(policy.refusal(request("sim:call:x", "1s"))).isEmpty();
  }

  @Test
  void aRuleMustCoverTheWholeRequest() {
    EffectivePolicy policy = policy(auto("sim:call:echo"), auto("sim:call:add"));
    assertThat(policy.decide(request("sim:call:echo"))).isInstanceOf(Allow.class);
    assertThat(denial(policy, request("sim:call:{echo,add}")).code()).isEqualTo(DenyCode.NO_RULE);
    assertThat(denial(policy, request("sim:call:*")).code()).isEqualTo(DenyCode.NO_RULE);
  }

  @Test
  void theFirstCoveringRuleWins() {
    EffectivePolicy policy = policy(auto("sim:call:e*"), ask("sim:call:*"), auto("**"));
    assertThat(policy.decide(request("sim:call:echo"))).isInstanceOf(Allow.class);
    assertThat(policy.decide(request("sim:call:add")))
        .isInstanceOfSatisfying(
            NeedsApproval.class,
            ask -> {
              assertThat(ask.ruleName()).isEqualTo("sim:call:*");
              assertThat(ask.approvalTtl()).isEqualTo(Duration.ofMinutes(10));
            });
    assertThat(policy.decide(request("sim:**"))).isInstanceOf(Allow.class);
  }

  @Test
  void rulesWithTheSameGlobHaveNamesOfTheirOwn() {
    EffectivePolicy policy =
        policy(auto("sim:call:pay", max("amount", "100")), ask("sim:call:pay"));
    PolicyRequest small =
        PolicyRequest.forCall(
            capability("sim:call:pay"), Optional.empty(), number("amount", "100.00"));
    PolicyRequest large =
        PolicyRequest.forCall(
            capability("sim:call:pay"), Optional.empty(), number("amount", "100.01"));
    assertThat(allowed(policy, small).ruleName()).isEqualTo("sim:call:pay");
    assertThat(policy.decide(large))
        .isInstanceOfSatisfying(
            NeedsApproval.class, ask -> assertThat(ask.ruleName()).isEqualTo("sim:call:pay#2"));
  }

  @Test
  void conditionsAreNotJudgedWithoutACall() {
    EffectivePolicy policy = policy(auto("sim:call:pay", max("amount", "100")));
    assertThat(policy.decide(request("sim:call:pay"))).isInstanceOf(Allow.class);
  }

  @Test
  void aCallWhoseArgumentsNoRuleAllowsIsToldTheConditions() {
    EffectivePolicy policy = policy(auto("sim:call:pay", max("amount", "100")));
    Deny deny =
        denial(
            policy,
            PolicyRequest.forCall(
                capability("sim:call:pay"), Optional.empty(), number("amount", "101")));
    assertThat(deny.code()).isEqualTo(DenyCode.NO_RULE);
    assertThat(deny.reason()).contains("amount").contains("100");
  }

  @Test
  void aRuleThatRequiresALeaseGrantsOnlyUnderOne() {
    EffectivePolicy policy = policy(bound("rec:call:put"), auto("rec:**"));
    assertThat(denial(policy, request("rec:call:put")).code()).isEqualTo(DenyCode.LEASE_REQUIRED);
    assertThat(policy.decide(underLease("rec:call:put", Duration.ofMinutes(1))))
        .isInstanceOf(Allow.class);
  }

  @ParameterizedTest
  @CsvSource({
    // requested, rule, default, max, lease remaining (s), expected (s)
    "   , 5m,    , 1h,     , 300",
    "50m, 5m,    , 1h,     , 300",
    "7s , 5m,    , 1h,     , 7",
    "   , 2h,    , 1h,     , 3600",
    "2h , 2h,    , 1h,     , 3600",
    "   ,   , 10m, 1h,     , 600",
    "   ,   ,    , 1h,     , 900",
    "   ,   ,    , 10s,    , 10",
    "50m,   , 10m,   , 120 , 120",
    "   , 5m,    ,   , 7200, 300",
    "1s ,   ,    ,   ,     , 1",
    "20h, 20h,   ,   ,     , 72000",
    "2562047788015h,,,,    , 900",
  })
  void theTtlIsTheShortest(
      String requested, String rule, String agentDefault, String max, Long lease, long expected) {
    AgentEntry entry =
        new AgentEntry(
            Optional.ofNullable(agentDefault).flatMap(TtlText::parse),
            max == null ? Limits.NONE : maxTtl(max),
            Optional.empty(),
            Optional.empty(),
            Set.of(),
            List.of(),
            List.of(rule == null ? auto("**") : auto("**", rule)));
    PolicyRequest request =
        PolicyRequest.explicit(
            PolicyFixture.glob("sim:call:x"),
            Optional.ofNullable(requested),
            Optional.ofNullable(lease).map(Duration::ofSeconds));
    assertThat(allowed(policy(Limits.NONE, entry), request).ttl())
        .isEqualTo(Duration.ofSeconds(expected));
  }

  @Test
  void aLeaseThatEndsWithinASecondGrantsNothing() {
    EffectivePolicy policy = policy(auto("**"));
    assertThat(denial(policy, underLease("a:b:c", Duration.ofMillis(999))).code())
        .isEqualTo(DenyCode.INVALID_TTL);
    assertThat(allowed(policy, underLease("a:b:c", Duration.ofSeconds(1))).ttl())
        .isEqualTo(Duration.ofSeconds(1));
  }

  private static Deny denial(EffectivePolicy policy, PolicyRequest request) {
    Decision decision = policy.decide(request);
    assertThat(decision).isInstanceOf(Deny.class);
    return (Deny) decision;
  }

  private static Allow allowed(EffectivePolicy policy, PolicyRequest request) {
    Decision decision = policy.decide(request);
    assertThat(decision).isInstanceOf(Allow.class);
    return (Allow) decision;
  }
}
