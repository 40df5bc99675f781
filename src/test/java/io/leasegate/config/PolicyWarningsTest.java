package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyWarningsTest {

  @TempDir Path dir;

  @Test
  void aRuleBehindOneThatCoversItIsNeverReached() {
    assertThat(
            warnings(
                """
                version: 1
                agents:
                  bot:
                    capabilities:
                      - match: "sim:call:*"
                        auto_approve: true
                      - match: "other:call:*"
                      - match: "sim:call:echo"
                """))
        .containsExactly(
            "policy.yaml:8:9 agents.bot.capabilities[2].match: sim:call:echo is never reached:"
                + " capabilities[0] (sim:call:*) covers it and comes first");
  }

  @Test
  void aConditionLeavesSomethingForTheRuleBehind() {
    assertThat(
            warnings(
                """
                version: 1
                agents:
                  bot:
                    capabilities:
                      - { match: "sim:call:*", auto_approve: true, when: { title: { equals: a } } }
                      - { match: "sim:call:echo" }
                      - { match: "sim:call:add", when: { title: { equals: a } } }
                """))
        .singleElement()
        .asString()
        .contains("agents.bot.capabilities[2].match: sim:call:add is never reached");
  }

  @Test
  void aRuleUnderADenyGlobOfEverybodyOrOfTheAgentGrantsNothing() {
    assertThat(
            warnings(
                """
                version: 1
                limits: { deny: ["sim:admin:**"] }
                agents:
                  "*":
                    limits: { deny: ["sim:call:fail"] }
                    capabilities:
                      - { match: "sim:admin:{a,b}" }
                      - { match: "sim:call:fail" }
                      - { match: "sim:call:*" }
                """))
        .containsExactly(
            "policy.yaml:7:9 agents[\"*\"].capabilities[0].match: sim:admin:{a,b} is denied as a"
                + " whole by sim:admin:**",
            "policy.yaml:8:9 agents[\"*\"].capabilities[1].match: sim:call:fail is denied as a"
                + " whole by sim:call:fail");
  }

  private List<String> warnings(String yaml) {
    ConfigFixture files = new ConfigFixture(dir);
    PolicyResult result = PolicyCompiler.loader().load(files.write("policy.yaml", yaml));
    assertThat(result).isInstanceOf(PolicyResult.Loaded.class);
    return files.lines(PolicyWarnings.of((PolicyResult.Loaded) result));
  }
}
