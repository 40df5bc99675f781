package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.leasegate.app.demo.DemoFolder;
import io.leasegate.app.demo.ReadyProbe;
import io.leasegate.config.ConfigLoader;
import io.leasegate.config.LoadResult;
import io.leasegate.telemetry.Telemetry;
import io.leasegate.testing.ManualClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * docs/leases.md: its exchanges, in their order, against a gateway in this process for which no
 * time passes.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LeaseDocTest {

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String STATELESS = "2026-07-28";
  private static final String EXCHANGE = "exchange ";

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, String> names = new HashMap<>();
  private DemoFolder folder;
  private Gateway gateway;

  @BeforeAll
  void start() throws IOException, InterruptedException {
    folder = DemoFolder.make();
    LoadResult.Loaded loaded = (LoadResult.Loaded) ConfigLoader.load(folder.config(), Map.of());
    Telemetry telemetry = new Telemetry();
    Vertx vertx = GatewayVertx.create(loaded.config(), telemetry);
    gateway = join(Gateway.start(vertx, loaded, telemetry, new ManualClock()));
    ReadyProbe.await(URI.create(gateway.adminUrl()), Duration.ofMinutes(1));
  }

  @AfterAll
  void stop() {
    join(gateway.stop());
    folder.remove();
  }

  @TestFactory
  List<DynamicTest> everyExchangeIsAsThePageSays() throws IOException {
    List<DynamicTest> tests =
        FencedBlocks.of("leases.md").stream()
            .filter(block -> block.language().startsWith(EXCHANGE))
            .map(block -> DynamicTest.dynamicTest("line " + block.line(), () -> play(block)))
            .toList();
    assertThat(tests).hasSizeGreaterThan(7);
    return tests;
  }

  private void play(FencedBlocks.Block block) throws IOException, InterruptedException {
    String agent = block.language().substring(EXCHANGE.length());
    JsonNode answer = JSON.missingNode();
    for (String line : block.lines()) {
      String said = line.substring("-> ".length());
      if (line.startsWith("-> ")) {
        answer = call(agent, word(said), rest(said));
      } else if (line.startsWith("=> POST ")) {
        String post = said.substring("POST ".length());
        answer = operate(word(post), rest(post));
      } else if (line.startsWith("<= ")) {
        check(line, answer, said);
      } else if (line.startsWith("<- refused ")) {
        check(line, answer.path("_meta").path("io.leasegate/error"), rest(said));
      } else if (line.startsWith("<- notice ")) {
        check(line, answer.path("_meta").path("io.leasegate/notice"), rest(said));
      } else {
        assertThat(line).startsWith("<- {");
        assertThat(answer.path("isError").asBoolean()).as("%s: %s", line, answer).isFalse();
        check(line, answer.path("structuredContent"), said);
      }
    }
  }

  private static String word(String text) {
    return text.substring(0, text.indexOf(' '));
  }

  private static String rest(String text) {
    return text.substring(text.indexOf(' ') + 1);
  }

  /** The text with ids in place of the names that stand for them. */
  private String filled(String text) {
    String filled = text;
    for (Map.Entry<String, String> name : names.entrySet()) {
      filled = filled.replace(name.getKey(), name.getValue());
    }
    return filled;
  }

  private JsonNode call(String agent, String tool, String arguments)
      throws IOException, InterruptedException {
    ObjectNode request =
        JSON.createObjectNode().put("jsonrpc", "2.0").put("id", 1).put("method", "tools/call");
    ObjectNode params = request.putObject("params").put("name", tool);
    params.set("arguments", JSON.readTree(filled(arguments)));
    ObjectNode meta = params.putObject("_meta");
    meta.put("io.modelcontextprotocol/protocolVersion", STATELESS);
    meta.putObject("io.modelcontextprotocol/clientCapabilities");
    String body =
        send(
            HttpRequest.newBuilder(URI.create(gateway.agentUrl()))
                .header("x-leasegate-agent", agent)
                .header("accept", "application/json, text/event-stream")
                .header("mcp-protocol-version", STATELESS)
                .header("mcp-method", "tools/call")
                .header("mcp-name", tool),
            request.toString());
    return JSON.readTree(lastMessage(body)).path("result");
  }

  /** A gateway that takes its time answers with an event stream, whose last message counts. */
  private static String lastMessage(String body) {
    return body.lines()
        .filter(line -> line.startsWith("data:"))
        .reduce((first, second) -> second)
        .map(line -> line.substring("data:".length()))
        .orElse(body);
  }

  private JsonNode operate(String path, String body) throws IOException, InterruptedException {
    return JSON.readTree(
        send(
            HttpRequest.newBuilder(URI.create(gateway.adminUrl() + filled(path)))
                .header("authorization", "Bearer " + Files.readString(folder.token()).strip()),
            filled(body)));
  }

  private String send(HttpRequest.Builder request, String body)
      throws IOException, InterruptedException {
    return http.send(
            request
                .header("content-type", "application/json")
                .timeout(Duration.ofMinutes(1))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build(),
            BodyHandlers.ofString())
        .body();
  }

  private void check(String line, JsonNode answer, String expected) throws IOException {
    JsonNode wanted = JSON.readTree(expected);
    learn(wanted, answer);
    JsonNode known = JSON.readTree(filled(expected));
    assertThat(common(answer, known)).as("%s%nanswered %s", line, answer).isEqualTo(known);
  }

  /** A name that nothing is known of yet stands for what the answer has there. */
  private void learn(JsonNode wanted, JsonNode answer) {
    wanted
        .fields()
        .forEachRemaining(
            member -> {
              String text = member.getValue().asText();
              if (text.startsWith("$") && text.indexOf(':') < 0) {
                names.putIfAbsent(text, answer.path(member.getKey()).asText());
              }
            });
  }

  /** Of the answer, the part that the page shows. */
  private static JsonNode common(JsonNode answer, JsonNode shown) {
    if (shown.isObject() && answer.isObject()) {
      ObjectNode part = JSON.createObjectNode();
      shown
          .fields()
          .forEachRemaining(
              member ->
                  part.set(
                      member.getKey(), common(answer.path(member.getKey()), member.getValue())));
      return part;
    }
    if (shown.isArray() && answer.isArray() && shown.size() == answer.size()) {
      ArrayNode part = JSON.createArrayNode();
      for (int i = 0; i < shown.size(); i++) {
        part.add(common(answer.get(i), shown.get(i)));
      }
      return part;
    }
    return answer.isMissingNode() ? TextNode.valueOf("(not there)") : answer;
  }

  private static <T> T join(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
