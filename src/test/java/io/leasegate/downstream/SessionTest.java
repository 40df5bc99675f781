package io.leasegate.downstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.app.RunningGateway;
import io.leasegate.testing.Await;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.ScriptedUpstream;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Sessions of the initialize era, and what HTTP says around them. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class SessionTest {

  private static final String PING = McpClient.request("1", "ping");

  private final ScriptedUpstream upstream = ScriptedUpstream.start();
  private RunningGateway gateway;

  @BeforeAll
  void start() {
    gateway =
        RunningGateway.with(upstream)
            .server("allowed_hosts: [agents.example]")
            .server("allowed_origins: [\"https://app.example\"]")
            .start();
  }

  @AfterAll
  void stop() {
    gateway.close();
    upstream.close();
  }

  @ParameterizedTest
  @CsvSource({
    "2025-11-25,2025-11-25",
    "2025-06-18,2025-06-18",
    "2025-03-26,2025-03-26",
    "2024-11-05,2025-03-26",
    "1999-01-01,2025-11-25",
    "'',2025-11-25",
    "2026-07-28,2025-11-25"
  })
  void aVersionIsAgreedOn(String wanted, String agreed) {
    // When
    RawResponse answer =
        gateway
            .client()
            .post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
                    + "{\"protocolVersion\":\""
                    + wanted
                    + "\",\"capabilities\":{},\"clientInfo\":{}}}");
    // Then
    assertThat(answer.result().path("protocolVersion").asText()).isEqualTo(agreed);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{}", "{\"protocolVersion\":1}", "{\"protocolVersion\":null}"})
  void withoutAVersionThereIsNoSession(String params) {
    // When
    RawResponse answer =
        gateway
            .client()
            .post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
                    + params
                    + "}");
    // Then
    assertThat(answer.errorCode() + answer.header("mcp-session-id")).isEqualTo("-32602");
  }

  @Test
  void sessionIdsAreVisibleAscii() {
    assertThat(gateway.session().session()).matches("[\\x21-\\x7E]{20,}");
  }

  @Test
  void aRequestWithoutASessionIsA400() {
    // When
    RawResponse answer = gateway.client().post(PING);
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("400 -32600");
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "x y", "", "\u00e9"})
  void anUnknownSessionIsA404(String id) {
    // When
    RawResponse answer = gateway.client().header("Mcp-Session-Id", id).post(PING);
    // Then
    assertThat(answer.status() + " " + answer.json().path("error"))
        .isEqualTo("404 {\"code\":-32001,\"message\":\"Session not found\"}");
  }

  @ParameterizedTest
  @CsvSource({"X-LeaseGate-Agent,mallory", "X-LeaseGate-Workspace,elsewhere"})
  void toAnotherIdentityASessionDoesNotExist(String header, String value) {
    // Given
    McpClient client = gateway.client().agent("ana").initialize();
    // When
    RawResponse answer = client.header(header, value).post(PING);
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("404 -32001");
  }

  @Test
  void anotherIdentityCannotListenToASession() {
    // Given
    McpClient client = gateway.client().agent("ana").initialize();
    // When
    RawResponse answer = client.agent("mallory").send("GET");
    // Then
    assertThat(answer.status()).isEqualTo(404);
  }

  @Test
  void anotherIdentityCannotEndASession() {
    // Given
    McpClient client = gateway.client().agent("ana").initialize();
    // When
    client.agent("mallory").send("DELETE");
    // Then
    assertThat(client.agent("ana").post(PING).status()).isEqualTo(200);
  }

  @Test
  void anEndedSessionIsGone() {
    // Given
    McpClient client = gateway.session();
    // When
    client.send("DELETE");
    // Then
    assertThat(client.post(PING).status()).isEqualTo(404);
  }

  @Test
  void endingASessionEndsItsStream() {
    // Given
    McpClient client = gateway.session();
    RawConnection stream = client.stream();
    stream.readBlock();
    // When
    client.send("DELETE");
    // Then
    assertThat(stream.readToEnd()).isEmpty();
    stream.close();
  }

  @Test
  void aSecondStreamReplacesTheFirst() {
    // Given
    McpClient client = gateway.session();
    RawConnection first = client.stream();
    first.readBlock();
    // When
    RawConnection second = client.stream();
    // Then
    assertThat(first.readToEnd()).isEmpty();
    first.close();
    second.close();
  }

  @Test
  void theSecondStreamStaysOpenBehindTheFirst() {
    // Given
    McpClient client = gateway.session();
    RawConnection first = client.stream();
    RawConnection second = client.stream();
    first.readToEnd();
    second.readBlock();
    // When
    gateway.clock().advance(Duration.ofSeconds(15));
    // Then
    assertThat(second.readBlock()).startsWith(":");
    first.close();
    second.close();
  }

  @Test
  void aStreamIsKeptAlive() {
    // Given
    RawConnection stream = gateway.session().stream();
    stream.readBlock();
    // When
    gateway.clock().advance(Duration.ofSeconds(15));
    // Then
    assertThat(stream.readBlock()).isEqualTo(": keep-alive");
    stream.close();
  }

  @Test
  void aStreamAsksProxiesNotToGatherIt() {
    // Given
    McpClient client = gateway.session();
    RawConnection stream = RawConnection.to(gateway.port()).send(client.head("GET", 0));
    // When
    RawConnection.Head head = stream.readHead();
    // Then
    assertThat(head.headers()).containsEntry("x-accel-buffering", "no");
    stream.close();
  }

  @Test
  void aChangedToolListIsToldOnTheStream() {
    // Given
    RawConnection stream = gateway.session().stream();
    stream.readBlock();
    upstream.awaitStream().tools(ScriptedUpstream.tool("echo"), ScriptedUpstream.tool("fresh"));
    int lists = upstream.received("tools/list").size();
    // When
    upstream.push("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    Await.until(
        "read again",
        () -> {
          gateway.clock().advance(Duration.ofMillis(100));
          return upstream.received("tools/list").size() > lists;
        });
    // Then
    assertThat(stream.readEvent())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    stream.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE"})
  void theseMethodsNeedASession(String method) {
    // When
    RawResponse answer = gateway.client().send(method);
    // Then
    assertThat(answer.status() + " " + answer.header("allow")).isEqualTo("405 POST");
  }

  @ParameterizedTest
  @ValueSource(strings = {"GET", "DELETE"})
  void theStatelessEraHasNoSuchMethods(String method) {
    // When
    RawResponse answer =
        gateway.session().header("MCP-Protocol-Version", "2026-07-28").send(method);
    // Then
    assertThat(answer.status()).isEqualTo(405);
  }

  @ParameterizedTest
  @ValueSource(strings = {"PUT", "PATCH", "HEAD", "TRACE"})
  void otherMethodsDoNotExist(String method) {
    // Given
    RawConnection connection =
        RawConnection.to(gateway.port()).send(gateway.session().head(method, 0));
    // Then
    assertThat(connection.readHead().status()).isEqualTo(405);
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"/mcp/nobody", "/mcp/", "/mcp/up/", "/mcp/up/x", "/mcp/UP", "/mcp/%75p"})
  void anUnknownUpstreamInThePathIsA404(String path) {
    assertThat(gateway.client().at(path).post(PING).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/mcpx", "/MCP", "/../mcp", "/metrics", "/admin/status"})
  void otherPathsDoNotExist(String path) {
    assertThat(gateway.client().at(path).post(PING).status()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", " ", "-a", ".a", "a b", "a/b", "a:b", "é", "a\u0000", "a,b", "__", "*"})
  void anAgentOfAnotherFormIsA400(String agent) {
    // Given
    RawConnection connection =
        RawConnection.to(gateway.port())
            .send(gateway.client().agent(agent).head("POST", PING.length()) + PING);
    // Then
    assertThat(connection.readHead().status()).isEqualTo(400);
    connection.close();
  }

  @Test
  void anAgentsNameHasAtMost128Characters() {
    assertThat(gateway.client().agent("a".repeat(129)).post(PING).errorCode()).isEqualTo(-32600);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text/plain", "application/jsonp", "application/json-seq", "", "json"})
  void anotherContentTypeIsA415(String type) {
    assertThat(gateway.session().header("Content-Type", type).post(PING).status()).isEqualTo(415);
  }

  @Test
  void noContentTypeIsA415() {
    assertThat(gateway.session().header("Content-Type", null).post(PING).status()).isEqualTo(415);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"application/json;charset=utf-8", "APPLICATION/JSON", "application/json "})
  void aContentTypeMayHaveParameters(String type) {
    assertThat(gateway.session().header("Content-Type", type).post(PING).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/event-stream", "text/html", "image/*"})
  void whoCannotTakeBothFormsIsTurnedAway(String accept) {
    assertThat(gateway.session().header("Accept", accept).post(PING).status()).isEqualTo(406);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/*",
        "text/event-stream,application/json",
        "Application/JSON, Text/Event-Stream",
        "application/*, text/*",
        "application/json;q=0.9, text/event-stream;q=0.8"
      })
  void whoTakesBothFormsIsServed(String accept) {
    assertThat(gateway.session().header("Accept", accept).post(PING).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"2099-01-01", "x", "", "2025-11-25x"})
  void anUnknownProtocolVersionIsA400(String version) {
    assertThat(gateway.session().header("MCP-Protocol-Version", version).post(PING).status())
        .isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example",
        "10.0.0.1",
        "[::2]",
        "",
        "evil@127.0.0.1"
      })
  void aStrangeHostIsTurnedAway(String host) {
    assertThat(gateway.client().header("Host", host).post(PING).status()).isIn(400, 403);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"localhost", "LocalHost:80", "127.8.9.10", "[::1]:8787", "agents.example"})
  void aKnownHostIsLetIn(String host) {
    assertThat(gateway.session().header("Host", host).post(PING).status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "null",
        "",
        "http://127.0.0.1.evil.example",
        "file://localhost",
        "https://app.example.evil.example",
        "http://app.example"
      })
  void aStrangeOriginIsTurnedAway(String origin) {
    assertThat(gateway.session().header("Origin", origin).post(PING).status()).isEqualTo(403);
  }

  @ParameterizedTest
  @ValueSource(strings = {"https://app.example", "http://localhost:5173", "http://127.0.0.1"})
  void aKnownOriginIsLetIn(String origin) {
    // When
    RawResponse answer = gateway.session().header("Origin", origin).post(PING);
    // Then
    assertThat(answer.header("access-control-allow-origin")).isEqualTo(origin);
  }

  @Test
  void aPreflightOfAKnownOriginIsAnswered() {
    // When
    RawResponse answer =
        gateway
            .client()
            .header("Origin", "https://app.example")
            .header("Access-Control-Request-Method", "POST")
            .header("Access-Control-Request-Headers", "mcp-session-id, content-type")
            .send("OPTIONS");
    // Then
    assertThat(answer.status() + " " + answer.header("access-control-allow-headers"))
        .isEqualTo("204 mcp-session-id, content-type");
  }

  @Test
  void batchesAreServedInTheVersionThatHasThem() {
    // When
    RawResponse answer =
        gateway
            .client()
            .initialize("2025-03-26")
            .post("[" + PING + ",1," + McpClient.callMessage("\"c\"", "up__echo", "{}") + "]");
    // Then
    assertThat(answer.json().findValuesAsText("id")).containsExactlyInAnyOrder("1", "null", "c");
  }

  @Test
  void aBatchOfNotificationsIsAccepted() {
    // Given
    String notification = "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}";
    // When
    RawResponse answer =
        gateway
            .client()
            .initialize("2025-03-26")
            .post("[" + notification + "," + notification + "]");
    // Then
    assertThat(answer.status() + answer.text()).isEqualTo("202");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[[]]", "[null]"})
  void aBatchOfNothingIsAnInvalidRequest(String batch) {
    // When
    RawResponse answer = gateway.client().initialize("2025-03-26").post(batch);
    // Then
    assertThat(answer.text()).contains("-32600");
  }

  @Test
  void aBatchThatIsTooLongIsRefusedAsAWhole() {
    // Given
    String batch = "[" + "1,".repeat(500_000) + "1]";
    // When
    RawResponse answer = gateway.client().initialize("2025-03-26").post(batch);
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("400 -32600");
  }

  @Test
  void aSessionCannotBeOpenedInABatch() {
    // When
    RawResponse answer =
        gateway
            .client()
            .initialize("2025-03-26")
            .post("[{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}]");
    // Then
    assertThat(answer.text()).contains("-32601");
  }

  @ParameterizedTest
  @ValueSource(strings = {"loud", "", "INFO"})
  void aLogLevelThatIsNoneIsRefused(String level) {
    // When
    RawResponse answer =
        gateway
            .session()
            .post(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"logging/setLevel\",\"params\":{\"level\":\""
                    + level
                    + "\"}}");
    // Then
    assertThat(answer.errorCode()).isEqualTo(-32602);
  }
}
