package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.config.ConfigLoader;
import io.leasegate.config.LoadResult;
import io.leasegate.telemetry.Telemetry;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators' commands against a gateway in this process. */
class OperatorCommandsTest {

  private static final String CONFIG =
      """
      server:
        agent: { port: 0 }
        admin: { port: 0 }
        limits: { drain: 1s }
      upstreams:
        - { name: sim, transport: { kind: builtin } }
      """;
  private static final String POLICY =
      """
      version: 1
      agents:
        "*":
          capabilities:
            - { match: "sim:call:{echo,add,fail}", auto_approve: true }
            - { match: "sim:call:create_issue", require: human_approval }
      """;

  @TempDir Path dir;
  private Path config;
  private Path policy;
  private Gateway gateway;

  @BeforeEach
  void start() throws IOException {
    config = Files.writeString(dir.resolve("leasegate.yaml"), CONFIG);
    policy = Files.writeString(dir.resolve("policy.yaml"), POLICY);
    Telemetry telemetry = new Telemetry();
    gateway =
        join(
            Gateway.start(
                GatewayVertx.create(telemetry),
                (LoadResult.Loaded) ConfigLoader.load(config, Map.of()),
                telemetry));
  }

  @AfterEach
  void stop() {
    join(gateway.stop());
  }

  @Test
  void grantsAreListedAndRevoked() throws IOException, InterruptedException {
    ToolCaller agent = new ToolCaller(gateway.agentUrl(), "bot");
    String id = request(agent, "sim:call:echo").getString("grant_id");

    CommandRun list = run("grants", "list");
    CommandRun others = run("grants", "list", "--agent", "other");
    CommandRun json = run("grants", "list", "--json", "--workspace", "default");
    CommandRun elsewhere = run("grants", "revoke", id, "--workspace", "elsewhere");
    CommandRun revoke = run("grants", "revoke", id);
    CommandRun again = run("grants", "revoke", id);

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
    assertThat(run("grants", "list").out()).isEqualTo("no live grants\n");
  }

  @Test
  void leasesAreListedAndRevokedWithTheirGrants() throws IOException, InterruptedException {
    ToolCaller agent = new ToolCaller(gateway.agentUrl(), "bot");
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

    CommandRun list = run("leases", "list");
    CommandRun revoke = run("leases", "revoke", id, "--reason", "enough");

    assertThat(list.out())
        .containsPattern(id + " +bot +task +0 of 5 +\\S.* tidy\\?\\[31m up")
        .doesNotContain("\u001b");
    assertThat(revoke.out()).isEqualTo("revoked the lease and 1 grant\n");
    assertThat(run("leases", "list").out()).isEqualTo("no live leases\n");
    assertThat(run("leases", "revoke", id).status()).isEqualTo(1);
  }

  @Test
  void aKilledAgentIsRefusedUntilItIsReleased() throws IOException, InterruptedException {
    ToolCaller agent = new ToolCaller(gateway.agentUrl(), "bot");
    request(agent, "sim:call:echo");

    CommandRun kill = run("kill", "--agent", "bot");
    JsonObject refused = request(agent, "sim:call:echo");
    CommandRun release = run("kill", "release", "--agent", "bot");
    CommandRun again = run("kill", "release", "--agent", "bot", "--json");

    assertThat(kill.out()).isEqualTo("killed bot of workspace default; revoked 1 grant\n");
    assertThat(refused.encode()).contains("killed");
    assertThat(release.out()).isEqualTo("released bot of workspace default\n");
    assertThat(new JsonObject(again.out()).getBoolean("was_killed")).isFalse();
    assertThat(run("kill", "--workspace", "team").out())
        .startsWith("killed all agents of workspace team");
  }

  @Test
  void aKillNamesItsTarget() {
    assertThat(run("kill").err()).contains("--agent", "--workspace");
    assertThat(run("kill").status()).isEqualTo(2);
    assertThat(run("kill", "release").status()).isEqualTo(2);
    assertThat(run("kill", "--agent", "a b").status()).isEqualTo(2);
    CommandRun misplaced = CommandRun.of("kill", "--agent", "bot", "release", "--workspace", "w");
    assertThat(misplaced.err()).contains("options go behind release");
    assertThat(misplaced.status()).isEqualTo(2);
  }

  @Test
  void approvalsAreListedAndDecided() throws IOException, InterruptedException {
    ToolCaller agent = new ToolCaller(gateway.agentUrl(), "bot");
    String first = request(agent, "sim:call:create_issue").getString("approval_id");
    String second =
        request(new ToolCaller(gateway.agentUrl(), "other"), "sim:call:create_issue")
            .getString("approval_id");

    CommandRun list = run("approvals", "list", "--agent", "bot");
    CommandRun approve = run("approvals", "approve", first);
    CommandRun twice = run("approvals", "approve", first);
    CommandRun conflict = run("approvals", "deny", first);
    CommandRun deny = run("approvals", "deny", second);

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
    assertThat(run("approvals", "list").out()).isEqualTo("nothing waits for a human\n");
    assertThat(items(run("approvals", "list", "--status", "all", "--json"))).hasSize(2);
    assertThat(run("approvals", "list", "--status", "odd").status()).isEqualTo(2);
    assertThat(run("approvals", "deny", "a-none").status()).isEqualTo(1);
  }

  /** A call whose connection is cut under a key. */
  private void cut(ToolCaller agent, String key) throws IOException, InterruptedException {
    agent.call(
        "sim__fail", new JsonObject().put("mode", "disconnect").put("_sg_idempotency_key", key));
  }

  @Test
  void anUnknownKeyIsShownAndResolved() throws IOException, InterruptedException {
    // Given
    ToolCaller agent = new ToolCaller(gateway.agentUrl(), "bot");
    String key = "../odd key/100%+";
    cut(agent, key);

    // When
    CommandRun show = run("idempotency", "show", "bot", key);
    CommandRun json = run("idempotency", "show", "bot", key, "--json");
    CommandRun none = run("idempotency", "show", "bot", "never used");
    CommandRun neither = run("idempotency", "resolve", "bot", key);
    CommandRun resolved = run("idempotency", "resolve", "bot", key, "--not-executed");
    CommandRun freed = run("idempotency", "show", "bot", key);

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
    ToolCaller agent = new ToolCaller(gateway.agentUrl(), "bot");
    cut(agent, "k");
    Path result =
        Files.writeString(
            dir.resolve("result.json"), "{\"content\":[{\"type\":\"text\",\"text\":\"seen\"}]}");
    Path none = Files.writeString(dir.resolve("none.json"), "{\"number\":7}");

    // When
    CommandRun wrong =
        run("idempotency", "resolve", "bot", "k", "--executed", "--result", none.toString());
    CommandRun done =
        run("idempotency", "resolve", "bot", "k", "--executed", "--result", result.toString());
    CommandRun again = run("idempotency", "resolve", "bot", "k", "--not-executed");
    CommandRun show = run("idempotency", "show", "bot", "k");

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
    ToolCaller agent = new ToolCaller(gateway.agentUrl(), "bot");
    cut(agent, "k");

    // When
    HttpResponse<String> response =
        HttpClient.newHttpClient()
            .send(
                HttpRequest.newBuilder(
                        URI.create(gateway.adminUrl() + "/admin/idempotency/default/bot/k/resolve"))
                    .header(
                        "authorization",
                        "Bearer " + Files.readString(dir.resolve("data/admin-token")).strip())
                    .POST(HttpRequest.BodyPublishers.ofString(body))
                    .build(),
                HttpResponse.BodyHandlers.ofString());

    // Then
    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(new JsonObject(response.body()).getJsonObject("error").getString("code"))
        .isEqualTo("invalid_request");
    assertThat(run("idempotency", "show", "bot", "k").out()).contains("outcome_unknown");
  }

  @Test
  void statusIsAPage() {
    CommandRun run = run("status");

    assertThat(run.out())
        .contains("leasegate  dev, up ", "store      memory", "policy     ok", "0 grants")
        .containsPattern("UPSTREAM +STATE +TOOLS +CIRCUIT")
        .containsPattern("sim +(ok|away)");
    assertThat(run.status()).isZero();
    assertThat(new JsonObject(run("status", "--json").out()).getString("version")).isEqualTo("dev");
  }

  @Test
  void aPolicyWithAMistakeIsNotTaken() throws IOException {
    assertThat(run("policy", "reload").out()).isEqualTo("the policy file is in force\n");

    Files.writeString(policy, "version: 2\n");
    CommandRun refused = run("policy", "reload");

    assertThat(refused.err()).contains("version: expected 1", "(policy_refused)");
    assertThat(refused.status()).isEqualTo(1);
  }

  @Test
  void theTokenComesFromTheConfiguration() {
    CommandRun run =
        CommandRun.of(
            "status", "--config", config.toString(), "--admin-url", gateway.adminUrl() + "/");

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
  void aGatewayThatIsNotThereIsUnreachable() throws IOException {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }

    CommandRun run = at("http://127.0.0.1:" + free, dir.resolve("none"));

    assertThat(run.err()).contains("no gateway answers at http://127.0.0.1:" + free, "--admin-url");
    assertThat(run.status()).isEqualTo(3);
  }

  @Test
  void theAgentsSideIsNotTheOperatorsSide() {
    CommandRun run = at(gateway.agentUrl(), dir.resolve("data/admin-token"));

    assertThat(run.err()).contains("is not the operators' side", "--admin-url");
    assertThat(run.status()).isEqualTo(3);
  }

  @Test
  void anyFreePortNeedsTheUrl() {
    CommandRun run = CommandRun.of("status", "--config", config.toString());

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

  private CommandRun run(String... command) {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(
        List.of(
            "--admin-url",
            gateway.adminUrl(),
            "--token-file",
            dir.resolve("data/admin-token").toString()));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private static CommandRun at(String url, Path token) {
    return CommandRun.of("status", "--admin-url", url, "--token-file", token.toString());
  }

  private static List<JsonObject> items(CommandRun run) {
    return new JsonObject(run.out())
        .getJsonArray("items").stream().map(JsonObject.class::cast).toList();
  }

  private static <T> T join(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
