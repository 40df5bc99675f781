package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.config.ConfigLoader;
import io.leasegate.config.LoadResult;
import io.leasegate.telemetry.Telemetry;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
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

/** What an operator sees of a gateway whose Redis is not as it should be, and does about it. */
class RedisGatewayTest {

  private static final String CONFIG =
      """
      server: { agent: { port: 0 }, admin: { port: 0 }, limits: { drain: 1s } }
      store: { kind: redis, redis: { uri: "%s" } }
      upstreams:
        - { name: sim, transport: { kind: builtin } }
      """;

  @TempDir Path dir;
  private Gateway gateway;

  @BeforeEach
  void start() throws IOException {
    RedisServer server = RedisServer.sharedEmpty();
    Path config = dir.resolve("leasegate.yaml");
    Files.writeString(config, CONFIG.formatted(server.uri()));
    Files.writeString(
        dir.resolve("policy.yaml"),
        """
        version: 1
        agents:
          "*": { capabilities: [ { match: "sim:call:*", auto_approve: true } ] }
        """);
    LoadResult.Loaded loaded = (LoadResult.Loaded) ConfigLoader.load(config, Map.of());
    Telemetry telemetry = new Telemetry();
    gateway =
        Await.result(
            Gateway.start(GatewayVertx.create(loaded.config(), telemetry), loaded, telemetry));
    Await.until("it is ready", () -> get("/readyz").statusCode() == 200);
  }

  @AfterEach
  void stop() {
    Await.result(gateway.stop());
  }

  private HttpResponse<String> get(String path) {
    try {
      return HttpClient.newHttpClient()
          .send(
              HttpRequest.newBuilder(URI.create(gateway.adminUrl() + path)).build(),
              HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
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

  private static void redis(String... command) {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      commands.send(command);
    }
  }

  @Test
  void anotherVersionOfTheStoreStopsChanges() {
    // When
    redis("HSET", "lg:{_}:schema", "version", "2");
    redis("PUBLISH", "lg:{_}:hint", "schema");
    Await.until("it is not ready", () -> get("/readyz").statusCode() == 503);

    // Then
    assertThat(get("/readyz").body()).contains("parity_mismatch: redis has schema 2");
    CommandRun kill = run("kill", "--agent", "bot");
    assertThat(kill.status()).isEqualTo(1);
    assertThat(kill.err()).contains("schema 2", "(parity_mismatch)");
    assertThat(run("store", "accept").err()).contains("(parity_mismatch)");
    assertThat(run("grants", "list").status()).as("it is read").isZero();
    assertThat(run("status").out()).contains("redis, parity_mismatch");
    assertThat(get("/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void agentsAreToldThatTheStoreIsInAnotherVersion() throws IOException, InterruptedException {
    // Given
    ToolCaller agent = new ToolCaller(gateway.agentUrl(), "bot");
    redis("HSET", "lg:{_}:schema", "version", "2");
    redis("PUBLISH", "lg:{_}:hint", "schema");
    Await.until("it is not ready", () -> get("/readyz").statusCode() == 503);

    // When
    String call = agent.call("sim__create_issue", new JsonObject().put("title", "x")).encode();
    String request =
        agent
            .call(
                "scopegate_request_capability",
                new JsonObject().put("capability", "sim:call:echo").put("reason", "to say so"))
            .encode();

    // Then
    assertThat(call).contains("parity_mismatch");
    assertThat(request).contains("parity_mismatch");
  }

  @Test
  void aStoreThatWasLostIsAcceptedByAnOperator() {
    // Given
    redis("FLUSHALL");
    redis("PUBLISH", "lg:{_}:hint", "schema");
    Await.until("it is said", () -> get("/readyz").body().contains("store_rolled_back"));
    int ready = get("/readyz").statusCode();
    String metrics = get("/metrics").body();
    String status = run("status").out();

    // When
    CommandRun accept = run("store", "accept");

    // Then
    assertThat(ready).as("it goes on meanwhile").isEqualTo(200);
    assertThat(metrics).contains("leasegate_store_rolled_back 1.0");
    assertThat(status).contains("store_rolled_back: redis has lost everything");
    assertThat(accept.status()).isZero();
    assertThat(accept.out())
        .startsWith("was: store_rolled_back: redis has lost everything")
        .endsWith("accepted the store as it is\n");
    assertThat(get("/readyz").body()).doesNotContain("store_rolled_back");
    assertThat(get("/metrics").body()).contains("leasegate_store_rolled_back 0.0");
    assertThat(run("audit", "tail", "--workspace", "_").out())
        .contains("store founded", "store accepted");
    assertThat(run("audit", "verify", "--workspace", "_").status()).isZero();
    assertThat(new JsonObject(run("store", "accept", "--json").out()).getJsonArray("alarms"))
        .isEmpty();
  }
}
