package io.leasegate.app;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that look at the policy file alone. */
class PolicyCommandTest {

  private static final String POLICY =
      """
      version: 1
      limits: { max_ttl: 1h, deny: ["sim:call:fail"] }
      agents:
        bot:
          default_ttl: 20m
          limits: { max_ttl: 30m }
          capabilities:
            - { match: "sim:call:{echo,add}", auto_approve: true }
            - { match: "sim:call:slow", auto_approve: true, ttl: 2h }
            - { match: "sim:call:create_issue", require: human_approval, ttl: 5m }
            - { match: "sim:write:*", auto_approve: true, lease: required }
            - { match: "sim:read:*", auto_approve: true, when: { repo: { equals: site } } }
        team/bot: {}
        "*":
          capabilities:
            - { match: "sim:call:echo", auto_approve: true }
      """;

  @TempDir Path dir;

  @Test
  void aGoodPolicyIsOk() throws IOException {
    CommandRun run = CommandRun.of("policy", "check", "--file", policy(POLICY));

    assertThat(run.out()).endsWith("policy.yaml: ok\n");
    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
  }

  @Test
  void everyMistakeIsNamedWithItsPlace() throws IOException {
    String file =
        policy(
            """
            version: 1
            limits: { max_ttl: soon }
            agents:
              bot:
                capabilities: [ { match: "sim" } ]
            """);

    CommandRun run = CommandRun.of("policy", "check", "--file", file);

    assertThat(run.err().lines())
        .satisfiesExactly(
            first -> assertThat(first).contains("policy.yaml:2:11 limits.max_ttl: expected a dura"),
            second ->
                assertThat(second).contains("policy.yaml:5:23 agents.bot.capabilities[0].ma"));
    assertThat(run.out()).isEmpty();
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void warningsDoNotFail() throws IOException {
    String file =
        policy(
            """
            version: 1
            agents:
              bot: { capabilities: [ { match: "sim:call:*" }, { match: "sim:call:echo" } ] }
            """);

    CommandRun run = CommandRun.of("policy", "check", "--file", file);
    CommandRun json = CommandRun.of("policy", "check", "--json", "--file", file);

    assertThat(run.out()).endsWith("policy.yaml: ok, 1 warning\n");
    assertThat(run.err()).contains("leasegate: warning: ", "sim:call:echo is never reached");
    assertThat(run.status()).isZero();
    JsonObject object = new JsonObject(json.out());
    assertThat(object.getBoolean("ok")).isTrue();
    assertThat(object.getJsonArray("warnings").size()).isEqualTo(1);
  }

  @Test
  void theConfigurationNamesTheFile() throws IOException {
    Path config = Files.writeString(dir.resolve("leasegate.yaml"), "policy: { file: none.yaml }\n");

    CommandRun check = CommandRun.of("policy", "check", "--config", config.toString());
    CommandRun whole = CommandRun.of("check-config", "--config", config.toString());

    assertThat(check.err()).contains("none.yaml: the policy file is missing");
    assertThat(check.status()).isEqualTo(1);
    assertThat(whole.err()).contains("none.yaml", "serve would start, deny everything");
    assertThat(whole.status()).isEqualTo(1);
  }

  @Test
  void aGrantSaysItsRuleAndWhereItsTimeComesFrom() throws IOException {
    CommandRun run = explain("bot", "sim:call:echo");

    assertThat(run.out())
        .contains(
            "bot of workspace default asks for sim:call:echo",
            "agents.bot: it names the agent; there is no default/bot",
            "granted by rule sim:call:{echo,add} for 20m, from agents.bot.default_ttl",
            "covered: this rule decides",
            "does not overlap it",
            "max_ttl")
        .containsPattern("max_ttl +30m +agents\\.bot\\.limits\\.max_ttl")
        .containsPattern("rate_limit +30/m +the default");
    assertThat(run.status()).isZero();
  }

  @Test
  void theShortestCeilingGivesTheTime() throws IOException {
    assertThat(explain("bot", "sim:call:slow").out())
        .contains("for 30m, from agents.bot.limits.max_ttl");
    assertThat(explain("bot", "sim:call:slow", "--ttl", "10m").out())
        .contains("for 10m, from the request");
    assertThat(explain("bot", "sim:write:x", "--lease", "90s").out())
        .contains("for 1m 30s, from the lease's end");
  }

  @Test
  void aHumanIsAsked() throws IOException {
    CommandRun run = explain("bot", "sim:call:create_issue", "--json");

    JsonObject decision = new JsonObject(run.out()).getJsonObject("decision");
    assertThat(decision.getMap())
        .containsEntry("outcome", "needs_approval")
        .containsEntry("rule", "sim:call:create_issue")
        .containsEntry("ttl_s", 300)
        .containsEntry("ttl_from", "agents.bot.capabilities[2].ttl")
        .containsEntry("approval_ttl_s", 600);
    assertThat(run.status()).isZero();
  }

  @Test
  void aDenyGlobIsShownWithWhatItHits() throws IOException {
    CommandRun run = explain("bot", "sim:call:{echo,fail}");

    assertThat(run.out())
        .contains(
            "denied (ceiling_blocked)", "overlaps it, for example on sim:call:fail", "limits.deny")
        .doesNotContain("this rule decides");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void aRuleThatCoversAPartIsNotEnough() throws IOException {
    CommandRun run = explain("bot", "sim:call:{echo,count}");

    assertThat(run.out()).contains("denied (no_rule)", "covered only in part", "not matched");
    assertThat(run.status()).isEqualTo(1);
  }

  @Test
  void conditionsOfTheRuleAreSaid() throws IOException {
    assertThat(explain("bot", "sim:read:x").out())
        .contains("its calls are refused unless \"repo\" must be", "when repo");
    assertThat(explain("bot", "sim:write:x").out()).contains("denied (lease_required)");
  }

  @Test
  void theEntryOfTheWorkspaceComesFirstAndAlone() throws IOException {
    CommandRun run = explain("bot", "sim:call:echo", "--workspace", "team");

    assertThat(run.out())
        .contains("agents[\"team/bot\"]: it names the workspace and the agent", "no rules");
    assertThat(run.status()).isEqualTo(1);
    assertThat(explain("someone", "sim:call:echo").out())
        .contains("agents[\"*\"]: it is for everybody", "for 15m, from the default");
  }

  @Test
  void whatCannotBeAskedForIsWrongUsage() throws IOException {
    CommandRun run = explain("bot", "sim:call");

    assertThat(run.err()).contains("CAPABILITY: ", "sim:call:create_issue");
    assertThat(run.status()).isEqualTo(2);
    assertThat(explain("a b", "sim:call:x").status()).isEqualTo(2);
    assertThat(CommandRun.of("policy", "explain", "bot").status()).isEqualTo(2);
    assertThat(CommandRun.of("policy").status()).isEqualTo(2);
  }

  @Test
  void everyCommandHelps() {
    for (String[] command :
        new String[][] {
          {"policy"}, {"policy", "explain"}, {"grants", "list"}, {"kill", "release"}, {"status"}
        }) {
      String[] withHelp = Arrays.copyOf(command, command.length + 1);
      withHelp[command.length] = "--help";
      CommandRun run = CommandRun.of(withHelp);

      assertThat(run.out()).contains("leasegate " + String.join(" ", command));
      assertThat(run.status()).isZero();
    }
  }

  private CommandRun explain(String agent, String capability, String... options)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(List.of("policy", "explain", agent, capability, "--file", policy(POLICY)));
    arguments.addAll(List.of(options));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private String policy(String text) throws IOException {
    return Files.writeString(dir.resolve("policy.yaml"), text, UTF_8).toString();
  }
}
