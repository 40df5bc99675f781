package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PolicyLoaderTest {

  private static final PolicyLoader LOADER =
      new PolicyLoader(
          glob -> glob.contains("{{") ? Optional.of("unbalanced braces") : Optional.empty(),
          regex -> regex.contains("(?=") ? Optional.of("no lookahead in RE2") : Optional.empty());

  @TempDir Path dir;
  ConfigFixture files;

  @BeforeEach
  void fixture() {
    files = new ConfigFixture(dir);
  }

  private PolicyFile loaded(String yaml) {
    PolicyResult result = LOADER.load(files.write("policy.yaml", yaml));
    assertThat(result).isInstanceOf(PolicyResult.Loaded.class);
    return ((PolicyResult.Loaded) result).policy();
  }

  private List<String> problems(String yaml) {
    PolicyResult result = LOADER.load(files.write("policy.yaml", yaml));
    assertThat(result).isInstanceOf(PolicyResult.Invalid.class);
    return files.lines(((PolicyResult.Invalid) result).problems());
  }

  @Test
  void everyKeyIsRead() {
    PolicyFile policy =
        loaded(
            """
            version: 1
            limits: { max_ttl: 1h, deny: ["vault:*:*"], rate_limit: 30/m, approval_ttl: 10m, max_lease_total: 4h, max_inline_bytes: 4096, call_rate: 5/s }
            agents:
              team/kim:
                default_ttl: 5m
                limits: { deny: ["sim:call:headers"], max_inline_bytes: 8KiB }
                lease: { max_total: 2h, max_writes: 10 }
                permissions: ["lease:acquire"]
                require_idempotency_key: ["create_*"]
                capabilities:
                  - match: "sim:call:*"
                    auto_approve: true
                    ttl: 30s
                    lease: required
                    redact: [email, phone]
                    when:
                      repo: { in: [site, 7, true] }
                      issue.title: { matches: "^x", equals: "1" }
                      size: { max: 10.5 }
                  - { match: "sim:write:**", require: human_approval, redact: [pii] }
              "*": { permissions: [] }
            """);

    assertThat(policy.limits())
        .isEqualTo(
            new PolicyLimits(
                Optional.of(Duration.ofHours(1)),
                List.of("vault:*:*"),
                Optional.of(new RateLimit(30, Duration.ofMinutes(1))),
                Optional.of(Duration.ofMinutes(10)),
                Optional.of(Duration.ofHours(4)),
                Optional.of(4096L),
                Optional.of(new RateLimit(5, Duration.ofSeconds(1)))));
    assertThat(policy.agents().keySet()).containsExactly("team/kim", "*");
    assertThat(policy.agents().get("team/kim"))
        .isEqualTo(
            new AgentPolicy(
                Optional.of(Duration.ofMinutes(5)),
                new PolicyLimits(
                    Optional.empty(),
                    List.of("sim:call:headers"),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.empty(),
                    Optional.of(8192L),
                    Optional.empty()),
                Optional.of(Duration.ofHours(2)),
                Optional.of(10L),
                List.of("lease:acquire"),
                List.of("create_*"),
                List.of(
                    new CapabilityRule(
                        "sim:call:*",
                        true,
                        false,
                        Optional.of(Duration.ofSeconds(30)),
                        true,
                        Set.of(Redaction.EMAIL, Redaction.PHONE),
                        Map.of(
                            "repo",
                            List.of(
                                new Condition.In(
                                    List.of(
                                        new Condition.Value.Text("site"),
                                        new Condition.Value.Numeric(new BigDecimal(7)),
                                        new Condition.Value.Bool(true)))),
                            "issue.title",
                            List.of(
                                new Condition.EqualTo(new Condition.Value.Text("1")),
                                new Condition.Matches("^x")),
                            "size",
                            List.of(new Condition.Max(new BigDecimal("10.5"))))),
                    new CapabilityRule(
                        "sim:write:**",
                        false,
                        true,
                        Optional.empty(),
                        false,
                        EnumSet.allOf(Redaction.class),
                        Map.of()))));
  }

  @Test
  void aPolicyWithoutAgentsAllowsNobody() {
    assertThat(loaded("version: 1").agents()).isEmpty();
  }

  @Test
  void aMissingFileIsAResultOfItsOwn() {
    Path file = dir.resolve("policy.yaml");

    assertThat(LOADER.load(file)).isEqualTo(new PolicyResult.Missing(file, List.of(file)));
  }

  @Test
  void placeholdersAreNotFilledIn() {
    PolicyFile policy =
        loaded("{ version: 1, agents: { a: { require_idempotency_key: [\"${env:X}\"] } } }");

    assertThat(policy.agents().get("a"))
        .extracting(AgentPolicy::requireIdempotencyKey)
        .isEqualTo(List.of("${env:X}"));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiterString = " => ",
      quoteCharacter = '`',
      value = {
        "agents: {} => 1:1 version: is required: expected 1",
        "version: 2 => 1:1 version: expected 1, found the integer \"2\"",
        "{ version: 1, agent: {} } => 1:15 agent: unknown key; did you mean agents? allowed: version, limits, agents",
        "{ version: 1, limits: { max_ttl: 500ms } } => 1:25 limits.max_ttl: expected a duration <n>s|m|h, 1s..8760h, found text \"500ms\"",
        "{ version: 1, limits: { max_ttl: 1d } } => 1:25 limits.max_ttl: expected a duration <n>s|m|h, 1s..8760h, found text \"1d\"",
        "{ version: 1, limits: { rate_limit: 30 } } => 1:25 limits.rate_limit: expected a rate <n>/s|m|h, 1..1000000, found the integer \"30\"",
        "{ version: 1, limits: { rate_limit: 0/m } } => 1:25 limits.rate_limit: expected a rate <n>/s|m|h, 1..1000000, found text \"0/m\"",
        "{ version: 1, limits: { deny: [\"a:b:{{\"] } } => 1:32 limits.deny[0]: unbalanced braces",
        "{ version: 1, agents: { \"a b\": {} } } => 1:25 agents[\"a b\"]: expected *, <id> or <workspace>/<id>",
        "{ version: 1, agents: { a/b/c: {} } } => 1:25 agents[\"a/b/c\"]: expected *, <id> or <workspace>/<id>",
        "{ version: 1, agents: { a: null } } => 1:25 agents.a: expected a mapping ({} for an empty one), found nothing",
        "{ version: 1, agents: [] } => 1:15 agents: expected a mapping, found a list",
        "{ version: 1, agents: { a: { lease: { max_writes: -1 } } } } => 1:39 agents.a.lease.max_writes: expected an integer 0..1000000000, found the integer \"-1\"",
        "{ version: 1, agents: { a: { permissions: [lease] } } } => 1:44 agents.a.permissions[0]: expected lease:acquire | lease:adopt | lease:import | lease:publish_policy | lease:read | lease:reclaim | lease:reclaim_terminal | lease:revoke, found text \"lease\"",
        "{ version: 1, agents: { a: { require_idempotency_key: [\"{\"] } } } => 1:56 agents.a.require_idempotency_key[0]: malformed name glob: a '{' has no '}' after it",
        "{ version: 1, agents: { a: { capabilities: [ {} ] } } } => 1:46 agents.a.capabilities[0].match: is required: expected a capability glob such as sim:call:*",
        "{ version: 1, agents: { a: { capabilities: [ { match: m, auto_approve: true, require: human_approval } ] } } } => 1:78 agents.a.capabilities[0].require: human_approval contradicts auto_approve: true; keep one of them",
        "{ version: 1, agents: { a: { capabilities: [ { match: m, require: robot } ] } } } => 1:58 agents.a.capabilities[0].require: expected human_approval, found text \"robot\"",
        "{ version: 1, agents: { a: { capabilities: [ { match: m, lease: optional } ] } } } => 1:58 agents.a.capabilities[0].lease: expected required, found text \"optional\"",
        "{ version: 1, agents: { a: { capabilities: [ { match: m, redact: [name] } ] } } } => 1:67 agents.a.capabilities[0].redact[0]: expected pii | email | phone | card | aws_access_key, found text \"name\"",
        "{ version: 1, agents: { a: { capabilities: [ { match: m, when: { t: {} } } ] } } } => 1:66 agents.a.capabilities[0].when.t: at least one of equals, in, matches, max is needed",
        "{ version: 1, agents: { a: { capabilities: [ { match: m, when: { t: { matches: \"(?=a)\" } } } ] } } } => 1:71 agents.a.capabilities[0].when.t.matches: no lookahead in RE2",
        "{ version: 1, agents: { a: { capabilities: [ { match: m, when: { t: { max: high } } } ] } } } => 1:71 agents.a.capabilities[0].when.t.max: expected a number, found text \"high\"",
        "{ version: 1, agents: { a: { capabilities: [ { match: m, when: { t..u: { max: 1 } } } ] } } } => 1:66 agents.a.capabilities[0].when[\"t..u\"]: expected an argument path such as title or issue.labels.0, found text \"t..u\"",
      })
  void aProblemIsReportedInOneLine(String yaml, String problem) {
    assertThat(problems(yaml)).containsExactly("policy.yaml:" + problem);
  }

  @Test
  void anEmptyFileIsAProblem() {
    assertThat(problems("")).containsExactly("policy.yaml:1:1: the file is empty");
  }

  @Test
  void aLargePolicyIsRead() {
    StringBuilder yaml = new StringBuilder("version: 1\nagents:\n  a:\n    capabilities:\n");
    for (int i = 0; i < 10_000; i++) {
      yaml.append("      - { match: \"sim:write:team-")
          .append(i)
          .append("/*\", auto_approve: true }\n");
    }

    assertThat(loaded(yaml.toString()).agents().get("a"))
        .extracting(agent -> agent.capabilities().size())
        .isEqualTo(10_000);
  }
}
