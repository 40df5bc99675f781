package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.testing.HeldPort;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators' commands against a gateway in this process. */
class OperatorCommandsTest {

  private static final String RULES =
      """
      - { match: "sim:call:{echo,add,fail}", auto_approve: true }
      - { match: "sim:call:create_issue", require: human_approval }
      """;

  @TempDir Path dir;
  private OperatedGateway gateway;

  @BeforeEach
  void start() throws IOException, InterruptedException {
    gateway = new OperatedGateway(dir, "", RULES);
  }

  @AfterEach
  void stop() {
    gateway.close();
  }

  @Test
  void grantsAreListedAndRevoked() throws IOException, InterruptedException {
    ToolCaller agent = gateway.agent("bot");
    String id = request(agent, "sim:call:echo").getString("grant_id");

    CommandRun list = gateway.run("grants", "list");
    CommandRun others = gateway.run("grants", "list", "--agent", "other");
    CommandRun json = gateway.run("grants", "list", "--json", "--workspace", "default");
    CommandRun elsewhere = gateway.run("grants", "revoke", id, "--workspace", "elsewhere");
    CommandRun revoke = gateway.run("grants", "revoke", id);
    CommandRun again = gateway.run("grants", "revoke", id);

    assertThat(list.out())
        .containsPattern("ID +AGENT +CAPABILITY +LEASE +EXPIRES IN")
        .containsPattern(id + " +bot +sim:call:echo +- +1[0-9]m");
    assertThat(list.status()).isZero();
    assertThat(others.out()).isEqualTo("no live grants\n");
    assertThat(items(json)).singleElement().extracting(it -> it.getString("id")).isEqualTo(id);
    assertThat(elsewhere.err()).contains("no such live grant in the workspace (not_found)");
    assertThat(elsewhere.status()).isEqualTo(1);
    assertThat(revoke.out()).isEqualTo("revoked 1 grant\n");
    assertThat(again.status()).isEqualTo(1);
    assertThat(gateway.run("grants", "list").out()).isEqualTo("no live grants\n");
  }

  @Test
  void leasesAreListedAndRevokedWithTheirGrants() throws IOException, InterruptedException {
    ToolCaller agent = gateway.agent("bot");
    JsonObject lease =
        agent.call(
            "scopegate_open_task_lease",
            new JsonObject()
                .put("goal", "tidy\u001b[31m up")
                .put("upstreams", new JsonArray().add("sim"))
                .put("max_writes", 5));
    String id = lease.getString("lease_id");
    agent.call(
        "scopegate_request_capability",
        new JsonObject()
            .put("capability", "sim:call:echo")
            .put("reason", "to say so")
            .put("lease_id", id));

    CommandRun list = gateway.run("leases", "list");
    CommandRun revoke = gateway.run("leases", "revoke", id, "--reason", "enough");

    assertThat(list.out())
        .containsPattern(id + " +bot +task +0 of 5 +\\S.* tidy\\?\\[31m up")
        .doesNotContain("\u001b");
    assertThat(revoke.out()).isEqualTo("revoked the lease and 1 grant\n");
    assertThat(gateway.run("leases", "list").out()).isEqualTo("no live leases\n");
    assertThat(gateway.run("leases", "revoke", id).status()).isEqualTo(1);
  }

  @Test
  void aKilledAgentIsRefusedUntilItIsReleased() throws IOException, InterruptedException {
    ToolCaller agent = gateway.agent("bot");
    request(agent, "sim:call:echo");

    CommandRun kill = gateway.run("kill", "--agent", "bot");
    JsonObject refused = request(agent, "sim:call:echo");
    CommandRun release = gateway.run("kill", "release", "--agent", "bot");
    CommandRun again = gateway.run("kill", "release", "--agent", "bot", "--json");

    assertThat(kill.out()).isEqualTo("killed bot of workspace default; revoked 1 grant\n");
    assertThat(refused.encode()).contains("killed");
    assertThat(release.out()).isEqualTo("released bot of workspace default\n");
    assertThat(new JsonObject(again.out()).getBoolean("was_killed")).isFalse();
    assertThat(gateway.run("kill", "--workspace", "team").out())
        .startsWith("killed all agents of workspace team");
  }

  @Test
  void aKillNamesItsTarget() {
    assertThat(gateway.run("kill").err()).contains("--agent", "--workspace");
    assertThat(gateway.run("kill").status()).isEqualTo(2);
    assertThat(gateway.run("kill", "release").status()).isEqualTo(2);
    assertThat(gateway.run("kill", "--agent", "a b").status()).isEqualTo(2);
    CommandRun misplaced = CommandRun.of("kill", "--agent", "bot", "release", "--workspace", "w");
    assertThat(misplaced.err()).contains("options go behind release");
    assertThat(misplaced.status()).isEqualTo(2);
  }

  @Test
  void approvalsAreListedAndDecided() throws IOException, InterruptedException {
    ToolCaller agent = gateway.agent("bot");
    String first = request(agent, "sim:call:create_issue").getString("approval_id");
    String second =
        request(gateway.agent("other"), "sim:call:create_issue").getString("approval_id");

    CommandRun list = gateway.run("approvals", "list", "--agent", "bot");
    CommandRun approve = gateway.run("approvals", "approve", first);
    CommandRun twice = gateway.run("approvals", "approve", first);
    CommandRun conflict = gateway.run("approvals", "deny", first);
    CommandRun deny = gateway.run("approvals", "deny", second);

    assertThat(list.out())
        .containsPattern(
            first + " +bot +sim:call:create_issue +15m +pending +(9m \\d+s|10m) +to say so")
        .doesNotContain(second);
    assertThat(approve.out())
        .startsWith("approved: bot may sim:call:create_issue for 15m (grant g-");
    assertThat(twice.status()).isZero();
    assertThat(conflict.err()).contains("the approval is approved (already_decided)");
    assertThat(conflict.status()).isEqualTo(1);
    assertThat(deny.out()).isEqualTo("denied: other asked for sim:call:create_issue\n");
    assertThat(gateway.run("approvals", "list").out()).isEqualTo("nothing waits for a human\n");
    assertThat(items(gateway.run("approvals", "list", "--status", "all", "--json"))).hasSize(2);
    assertThat(gateway.run("approvals", "list", "--status", "odd").status()).isEqualTo(2);
    assertThat(gateway.run("approvals", "deny", "a-none").status()).isEqualTo(1);
  }

  /** A call whose connection is cut under a key. */
  private void cut(ToolCaller agent, String key) throws IOException, InterruptedException {
    agent.call(
        "sim__fail", new JsonObject().put("mode", "disconnect").put("_sg_idempotency_key", key));
  }

  @Test
  void anUnknownKeyIsShownAndResolved() throws IOException, InterruptedException {
    // Given
    ToolCaller agent = gateway.agent("bot");
    String key = "../odd key/100%+";
    cut(agent, key);

    // When
    CommandRun show = gateway.run("idempotency", "show", "bot", key);
    CommandRun json = gateway.run("idempotency", "show", "bot", key, "--json");
    CommandRun none = gateway.run("idempotency", "show", "bot", "never used");
    CommandRun neither = gateway.run("idempotency", "resolve", "bot", key);
    CommandRun resolved = gateway.run("idempotency", "resolve", "bot", key, "--not-executed");
    CommandRun freed = gateway.run("idempotency", "show", "bot", key);

    // Then
    assertThat(show.out())
        .containsPattern("KEY +AGENT +STATUS +TOOL +CLAIMED")
        .containsPattern("bot +outcome_unknown +sim fail +2")
        .contains("leasegate idempotency resolve AGENT KEY");
    assertThat(new JsonObject(json.out()).getString("key")).isEqualTo(key);
    assertThat(none.status()).isEqualTo(1);
    assertThat(none.err()).contains("the agent has no such key");
    assertThat(neither.status()).isEqualTo(2);
    assertThat(resolved.out()).isEqualTo("recorded as not executed: a retry runs it\n");
    assertThat(freed.status()).isEqualTo(1);
  }

  @Test
  void anOperatorsResultIsWhatRetriesGet() throws IOException, InterruptedException {
    // Given
    ToolCaller agent = gateway.agent("bot");
    cut(agent, "k");
    Path result =
        Files.writeString(
            dir.resolve("result.json"), "{\"content\":[{\"type\":\"text\",\"text\":\"seen\"}]}");
    Path none = Files.writeString(dir.resolve("none.json"), "{\"number\":7}");

    // When
    CommandRun wrong =
        gateway.run(
            "idempotency", "resolve", "bot", "k", "--executed", "--result", none.toString());
    CommandRun done =
        gateway.run(
            "idempotency", "resolve", "bot", "k", "--executed", "--result", result.toString());
    CommandRun again = gateway.run("idempotency", "resolve", "bot", "k", "--not-executed");
    CommandRun show = gateway.run("idempotency", "show", "bot", "k");

    // Then
    assertThat(wrong.err()).contains("result must be a tool's result");
    assertThat(done.out()).isEqualTo("recorded as executed: retries get its answer\n");
    assertThat(again.err()).contains("already_settled");
    assertThat(show.out()).contains("completed").contains("seen");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}",
        "{\"outcome\":\"maybe\"}",
        "{\"outcome\":\"executed\",\"outcome\":\"not_executed\"}",
        "{\"outcome\":\"not_executed\",\"result\":{\"content\":[]}}",
        "{\"outcome\":\"executed\",\"result\":7}",
        "{\"outcome\":\"executed\",\"more\":1}",
        "[]",
        "outcome=executed"
      })
  void whatIsNoDecisionChangesNothing(String body) throws IOException, InterruptedException {
    // Given
    ToolCaller agent = gateway.agent("bot");
    cut(agent, "k");

    // When
    HttpResponse<String> response =
        gateway.send(
            "/admin/idempotency/default/bot/k/resolve",
            HttpRequest.newBuilder().POST(HttpRequest.BodyPublishers.ofString(body)));

    // Then
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(new JsonObject(response.body()).getJsonObject("error").getString("code"))
        .isEqualTo("invalid_request");
    assertThat(gateway.run("idempotency", "show", "bot", "k").out()).contains("outcome_unknown");
  }

  @Test
  void statusIsAPage() {
    CommandRun run = gateway.run("status");

    assertThat(run.out())
        .contains("leasegate  dev, up ", "store      memory", "policy     ok", "0 grants")
        .containsPattern("UPSTREAM +STATE +TOOLS +CIRCUIT")
        .containsPattern("sim +(ok|away)");
    assertThat(run.status()).isZero();
    assertThat(new JsonObject(gateway.run("status", "--json").out()).getString("version"))
        .isEqualTo("dev");
  }

  @Test
  void aPolicyWithAMistakeIsNotTaken() throws IOException {
    assertThat(gateway.run("policy", "reload").out()).isEqualTo("the policy file is in force\n");

    Files.writeString(gateway.policy(), "version: 2\n");
    CommandRun refused = gateway.run("policy", "reload");

    assertThat(refused.err()).contains("version: expected 1", "(policy_refused)");
    assertThat(refused.status()).isEqualTo(1);
  }

  @Test
  void theTokenComesFromTheConfiguration() {
    CommandRun run =
        CommandRun.of(
            "status",
            "--config",
            gateway.config().toString(),
            "--admin-url",
            gateway.adminUrl() + "/");

    assertThat(run.err()).isEmpty();
    assertThat(run.status()).isZero();
  }

  @Test
  void aWrongTokenIsRefusedWithAdvice() throws IOException {
    Path wrong = Files.writeString(dir.resolve("wrong"), "guess\n");

    CommandRun run = at(gateway.adminUrl(), wrong);
    CommandRun none = at(gateway.adminUrl(), dir.resolve("none"));

    assertThat(run.err()).contains("refuses the admin token", wrong.toString(), "--token-file");
    assertThat(run.status()).isEqualTo(1);
    assertThat(none.err()).contains("does not exist");
    assertThat(none.status()).isEqualTo(1);
  }

  @Test
  void aGatewayThatIsNotThereIsUnreachable() {
    try (HeldPort nobody = HeldPort.any()) {
      String url = "http://127.0.0.1:" + nobody.number();
      CommandRun run = at(url, dir.resolve("none"));

      assertThat(run.err()).contains("no gateway answers at " + url, "--admin-url");
      assertThat(run.status()).isEqualTo(3);
    }
  }

  @Test
  void theAgentsSideIsNotTheOperatorsSide() {
    CommandRun run = at(gateway.agentUrl(), gateway.token());

    assertThat(run.err()).contains("is not the operators' side", "--admin-url");
    assertThat(run.status()).isEqualTo(3);
  }

  @Test
  void anyFreePortNeedsTheUrl() {
    CommandRun run = CommandRun.of("status", "--config", gateway.config().toString());

    assertThat(run.err()).contains("server.admin.port is 0", "--admin-url");
    assertThat(run.status()).isEqualTo(2);
    assertThat(CommandRun.of("status", "--admin-url", "here").status()).isEqualTo(2);
  }

  private static JsonObject request(ToolCaller agent, String capability)
      throws IOException, InterruptedException {
    return agent.call(
        "scopegate_request_capability",
        new JsonObject().put("capability", capability).put("reason", "to say so"));
  }

  private static CommandRun at(String url, Path token) {
    return CommandRun.of("status", "--admin-url", url, "--token-file", token.toString());
  }

  private static List<JsonObject> items(CommandRun run) {
    return new JsonObject(run.out())
        .getJsonArray("items").stream().map(JsonObject.class::cast).toList();
  }
}
