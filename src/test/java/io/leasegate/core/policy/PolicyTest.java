package io.leasegate.core.policy;

import static io.leasegate.core.policy.PolicyFixture.ask;
import static io.leasegate.core.policy.PolicyFixture.auto;
import static io.leasegate.core.policy.PolicyFixture.deny;
import static io.leasegate.core.policy.PolicyFixture.entry;
import static io.leasegate.core.policy.PolicyFixture.glob;
import static io.leasegate.core.policy.PolicyFixture.policy;
import static io.leasegate.core.policy.PolicyFixture.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.NameGlob;
import io.leasegate.core.policy.Decision.Allow;
import io.leasegate.core.policy.Decision.Deny;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyTest {

  private static final Policy LAYERED =
      Policy.of(
          Limits.NONE,
          Map.of(
              "acme/bot", entry(auto("a:a:a")),
              "bot", entry(auto("b:b:b")),
              "*", entry(auto("c:c:c"))));

  @Test
  void theMostExactEntryAppliesAlone() {
    assertThat(allowedBy(new Identity("acme", "bot"))).containsExactly("a:a:a");
    assertThat(allowedBy(new Identity("other", "bot"))).containsExactly("b:b:b");
    assertThat(allowedBy(new Identity("acme", "someone"))).containsExactly("c:c:c");
  }

  private static List<String> allowedBy(Identity identity) {
    EffectivePolicy policy = LAYERED.forAgent(identity);
    return List.of("a:a:a", "b:b:b", "c:c:c").stream()
        .filter(asked -> policy.decide(request(asked)) instanceof Allow)
        .toList();
  }

  @Test
  void withoutAFileEverythingIsDenied() {
    EffectivePolicy policy = Policy.denyingAll().forAgent(PolicyFixture.AGENT);
    assertThat(policy.found()).isFalse();
    assertThat(policy.decide(request("a:b:c")))
        .isInstanceOfSatisfying(
            Deny.class, deny -> assertThat(deny.code()).isEqualTo(DenyCode.NO_POLICY));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/", "a/", "/a", "a/b/c", "acme/*", "*/bot", "a b", "**"})
  void otherKeysAreRefused(String key) {
    assertThat(Policy.isKey(key)).isFalse();
    assertThatThrownBy(() -> Policy.of(Limits.NONE, Map.of(key, entry())))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void limitsAreCombinedToTheLowerNumberAndBothDenyLists() {
    Limits one = limits("1h", "30/m", "5m", "2h", 100L, "x:*:*");
    Limits other = limits("2h", "100/h", "10m", "1h", 50L, "y:*:*");
    Limits expected =
        new Limits(
            TtlText.parse("1h"),
            List.of(glob("x:*:*"), glob("y:*:*")),
            RateLimit.parse("100/h"),
            TtlText.parse("5m"),
            TtlText.parse("1h"),
            Optional.of(50L),
            RateLimit.parse("100/h"));
    assertThat(one.combinedWith(other)).isEqualTo(expected);
    assertThat(one.combinedWith(Limits.NONE)).isEqualTo(one);
    assertThat(Limits.NONE.combinedWith(one)).isEqualTo(one);
    assertThat(one.combinedWith(one)).isEqualTo(one);
  }

  private static Limits limits(
      String maxTtl, String rate, String approval, String lease, long inline, String deny) {
    return new Limits(
        TtlText.parse(maxTtl),
        List.of(glob(deny)),
        RateLimit.parse(rate),
        TtlText.parse(approval),
        TtlText.parse(lease),
        Optional.of(inline),
        RateLimit.parse(rate));
  }

  @Test
  void numbersOutOfRangeAreDefects() {
    assertThatThrownBy(() -> PolicyFixture.maxTtl("8761h"))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> auto("a:b:c", "8761h")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theSummarySaysWhatHolds() {
    AgentEntry entry =
        new AgentEntry(
            TtlText.parse("5m"),
            deny("sim:call:x"),
            TtlText.parse("30m"),
            Optional.of(7L),
            Set.of(Permission.LEASE_READ),
            List.of(),
            List.of(auto("a:b:*"), ask("c:d:*"), auto("a:b:*")));
    Limits global = limits("1h", "10/s", "20m", "1h", 1, "vault:*:*");

    EffectivePolicy policy = policy(global, entry);

    assertThat(policy.summary())
        .isEqualTo(
            new PolicySummary(
                true,
                Duration.ofMinutes(5),
                List.of("a:b:*"),
                List.of("c:d:*"),
                List.of("vault:*:*", "sim:call:x"),
                Optional.of(Duration.ofHours(1)),
                Duration.ofMinutes(20),
                new RateLimit(10, Duration.ofSeconds(1)),
                Optional.of(Duration.ofMinutes(30))));
    assertThat(policy.permissions()).containsExactly(Permission.LEASE_READ);
    assertThat(policy.leaseMaxWrites()).contains(7L);
  }

  @Test
  void whatIsNotSetHasItsDefault() {
    PolicySummary summary = policy().summary();
    assertThat(summary.defaultTtl()).isEqualTo(Duration.ofMinutes(15));
    assertThat(summary.approvalTtl()).isEqualTo(Duration.ofMinutes(10));
    assertThat(summary.rateLimit()).hasToString("30/m");
    assertThat(summary.maxTtl()).isEmpty();
    assertThat(Policy.denyingAll().forAgent(PolicyFixture.AGENT).summary().agentFound()).isFalse();
  }

  @Test
  void aToolIsHiddenWhenOneDenyGlobCoversAllItCanNeed() {
    EffectivePolicy policy = policy(deny("sim:call:headers", "gh:write:acme/*", "x:*:*"), entry());
    assertThat(policy.hides(glob("sim:call:headers"))).isTrue();
    assertThat(policy.hides(glob("sim:call:echo"))).isFalse();
    assertThat(policy.hides(glob("gh:write:*/*"))).isFalse();
    assertThat(policy.hides(glob("gh:write:acme/*"))).isTrue();
    assertThat(policy.hides(glob("x:call:anything"))).isTrue();
  }

  @Test
  void keysAreRequiredForToolsByEitherName() {
    AgentEntry entry =
        new AgentEntry(
            Optional.empty(),
            Limits.NONE,
            Optional.empty(),
            Optional.empty(),
            Set.of(),
            List.of(NameGlob.parse("sim__create_*").orThrow(), NameGlob.parse("pay").orThrow()),
            List.of());
    EffectivePolicy policy = policy(Limits.NONE, entry);
    assertThat(policy.requiresIdempotencyKey("sim", "create_issue")).isTrue();
    assertThat(policy.requiresIdempotencyKey("rec", "create_issue")).isFalse();
    assertThat(policy.requiresIdempotencyKey("any", "pay")).isTrue();
    assertThat(policy().requiresIdempotencyKey("any", "pay")).isFalse();
  }

  @Test
  void permissionsAreNamedExactly() {
    assertThat(Permission.of("lease:reclaim_terminal")).contains(Permission.LEASE_RECLAIM_TERMINAL);
    assertThat(Permission.of("lease:*")).isEmpty();
    assertThat(Permission.of("LEASE:READ")).isEmpty();
  }

  @Test
  void codesAreSpelledAsOnTheWire() {
    assertThat(DenyCode.CEILING_BLOCKED.wireName()).isEqualTo("ceiling_blocked");
    assertThat(DenyCode.NO_RULE.wireName()).isEqualTo("no_rule");
  }
}
