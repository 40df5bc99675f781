package io.leasegate.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.app.GatewayCase;
import io.leasegate.app.RunningGateway;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.Received;
import io.leasegate.testing.Reply;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What an agent says reaches the upstream, and what the upstream says reaches the agent. */
final class RoundTripTest extends GatewayCase {

  @Override
  protected RunningGateway.Setup setup() {
    return RunningGateway.setup()
        .upstream("up", upstream, "auth: { type: bearer, token: secret-of-the-gateway }");
  }

  private Received lastCall() {
    var calls = upstream.received("tools/call");
    return calls.get(calls.size() - 1);
  }

  /** A JSON value of any kind, spelled as strangely as the grammar allows. */
  private static String value(Random random, int depth) {
    int kind = random.nextInt(depth > 4 ? 5 : 8);
    return switch (kind) {
      case 0 -> "null";
      case 1 -> random.nextBoolean() ? "true" : "false";
      case 2, 3 -> number(random);
      case 4 -> string(random);
      case 5 -> {
        StringBuilder array = new StringBuilder("[").append(space(random));
        int size = random.nextInt(5);
        for (int i = 0; i < size; i++) {
          array.append(i == 0 ? "" : ",").append(space(random)).append(value(random, depth + 1));
        }
        yield array.append(space(random)).append("]").toString();
      }
      default -> object(random, depth);
    };
  }

  private static String object(Random random, int depth) {
    StringBuilder object = new StringBuilder("{").append(space(random));
    int size = random.nextInt(5);
    for (int i = 0; i < size; i++) {
      String name = string(random);
      object
          .append(i == 0 ? "" : ",")
          .append(space(random))
          .append(name, 0, name.length() - 1)
          .append(i)
          .append('"')
          .append(space(random))
          .append(':')
          .append(space(random))
          .append(value(random, depth + 1));
    }
    return object.append(space(random)).append("}").toString();
  }

  private static String number(Random random) {
    String[] shapes = {
      "0",
      "-0",
      "1.0",
      "1.50",
      "1E5",
      "1e+05",
      "-1.0e-10",
      "9007199254740993",
      "123456789012345678901234567890.123456789",
      "1e400",
      "0.1e-400"
    };
    return random.nextInt(3) == 0
        ? Long.toString(random.nextLong())
        : shapes[random.nextInt(shapes.length)];
  }

  private static String string(Random random) {
    String[] pieces = {
      "a",
      "ü",
      "😀",
      "\\u00fc",
      "\\ud83d\\ude00",
      "\\ud800",
      "\\n",
      "\\/",
      "/",
      "\\\"",
      "\\\\",
      "\\u0000",
      "}",
      "]",
      "\u2028",
      "$ID",
      "_meta"
    };
    StringBuilder text = new StringBuilder("\"");
    int size = random.nextInt(6);
    for (int i = 0; i < size; i++) {
      text.append(pieces[random.nextInt(pieces.length)]);
    }
    return text.append('"').toString();
  }

  private static String space(Random random) {
    String[] spaces = {"", "", "", " ", "  ", "\t"};
    return spaces[random.nextInt(spaces.length)];
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void argumentsArriveByteForByte(long seed) {
    // Given
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      String arguments = object(random, 0);
      // When
      client.call("up__echo", arguments);
      // Then
      assertThat(lastCall().text()).contains("\"arguments\":" + arguments + ",");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
  void resultsArriveByteForByte(long seed) {
    // Given
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      String result = object(random, 0).replace("$ID", "id");
      upstream.next("tools/call", Reply.result(result));
      // When
      RawResponse answer = client.call("up__echo", "{}");
      // Then
      assertThat(answer.text())
          .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {11, 12, 13})
  void resultsInAStreamArriveByteForByte(long seed) {
    // Given
    Random random = new Random(seed);
    for (int round = 0; round < 20; round++) {
      String result = object(random, 0).replace("$ID", "id");
      upstream.next(
          "tools/call", Reply.events("{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":" + result + "}"));
      // When
      RawResponse answer = client.call("up__echo", "{}");
      // Then
      assertThat(answer.text())
          .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1", "\"text\"", "null", "true", "[1,[2]]", "-1.0e5"})
  void aResultMayBeAnyValue(String result) {
    // Given
    upstream.next("tools/call", Reply.result(result));
    // When
    RawResponse answer = client.call("up__echo", "{}");
    // Then
    assertThat(answer.text()).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":" + result + "}");
  }

  @Test
  void unknownMembersOfACallArrive() {
    // When
    client.post(
        "{\"extra\":[1],\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"other\":1.0,"
            + "\"name\":\"up__echo\",\"_meta\":{\"traceparent\":\"00-1-2-03\",\"com.example/x\":{}}},"
            + "\"id\":1}");
    // Then
    assertThat(lastCall().text())
        .isEqualTo(
            "{\"extra\":[1],\"jsonrpc\":\"2.0\",\"method\":\"tools/call\",\"params\":{\"other\":1.0,"
                + "\"name\":\"echo\",\"_meta\":{\"traceparent\":\"00-1-2-03\",\"com.example/x\":{}}},"
                + "\"id\":"
                + lastCall().id()
                + "}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "io.leasegate/fence",
        "io.leasegate/error",
        "io.leasegate/x",
        "\\u0069o.leasegate/fence",
        "io.leasegate\\/fence"
      })
  void whatOnlyTheGatewaySaysIsTakenOut(String member) {
    // When
    client.post(
        McpClient.callMessage("1", "up__echo", "{}", "{\"a\":1,\"" + member + "\":{\"x\":9}}"));
    // Then
    assertThat(lastCall().json().path("params").path("_meta").toString()).isEqualTo("{\"a\":1}");
  }

  @ParameterizedTest
  @CsvSource({
    "Authorization,Bearer of-the-agent",
    "Cookie,a=of-the-agent",
    "Mcp-Session-Id,of-the-agent",
    "X-LeaseGate-Fence,of-the-agent",
    "X-LeaseGate-Fence-Resource,of-the-agent",
    "X-LeaseGate-Anything,of-the-agent",
    "X-Forwarded-For,of-the-agent",
    "X-Anything,of-the-agent",
    "Mcp-Name,of-the-agent",
    "Mcp-Param-X,of-the-agent",
    "User-Agent,of-the-agent",
    "Last-Event-ID,of-the-agent"
  })
  void noHeaderOfAnAgentReachesTheUpstream(String name, String value) {
    // Given
    McpClient own = gateway.session();
    String session = own.session();
    own.header(name, value).header("Mcp-Session-Id", session);
    // When
    own.call("up__echo", "{}");
    // Then
    assertThat(lastCall().headers().toString()).doesNotContain("of-the-agent");
  }

  @Test
  void theOriginOfABrowserDoesNotReachTheUpstream() {
    // When
    gateway.session().header("Origin", "http://localhost:1").call("up__echo", "{}");
    // Then
    assertThat(lastCall().header("origin")).isEmpty();
  }

  @Test
  void theGatewaysOwnCredentialReachesTheUpstream() {
    // When
    client.call("up__echo", "{}");
    // Then
    assertThat(lastCall().header("authorization")).isEqualTo("Bearer secret-of-the-gateway");
  }

  @Test
  void ofTheHopNothingGoesOnOfACallOfTheStatelessEra() {
    // When
    gateway
        .client()
        .modern("tools/call", "up__echo")
        .post(McpClient.modernCall("1", "up__echo", "{}"));
    // Then
    assertThat(lastCall().json().path("params").path("_meta").toString()).isEqualTo("{}");
  }

  @Test
  void aResultOfTheStatelessEraIsComplete() {
    // When
    RawResponse answer =
        gateway
            .client()
            .modern("tools/call", "up__echo")
            .post(McpClient.modernCall("\"m\"", "up__echo", "{}"));
    // Then
    assertThat(answer.result().path("resultType").asText()).isEqualTo("complete");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"tok\"", "7", "\"7\"", "1.50", "\"\\u0061\\ud800\"", "-0"})
  void progressComesUnderTheAgentsOwnToken(String token) {
    // Given
    upstream.next(
        "tools/call",
        Reply.events(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                + "{\"progressToken\":$ID,\"progress\":0.10,\"message\":\"m\"}}",
            "{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{}}"));
    // When
    RawResponse answer =
        client.post(
            McpClient.callMessage("1", "up__echo", "{}", "{\"progressToken\":" + token + "}"));
    // Then
    assertThat(answer.events().get(0))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                + "{\"progressToken\":"
                + token
                + ",\"progress\":0.10,\"message\":\"m\"}}");
  }

  @Test
  void progressOfAnotherCallIsDropped() {
    // Given
    upstream.next(
        "tools/call",
        Reply.events(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                + "{\"progressToken\":999999,\"progress\":1}}",
            "{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{}}"));
    // When
    RawResponse answer =
        client.post(McpClient.callMessage("1", "up__echo", "{}", "{\"progressToken\":1}"));
    // Then
    assertThat(answer.isStream()).isFalse();
  }

  @Test
  void aQuickAnswerIsJson() {
    assertThat(client.call("up__echo", "{}").header("content-type")).isEqualTo("application/json");
  }

  @Test
  void anAnswerThatTakesLongIsAStream() {
    // Given
    HeldCall held = hold(client, McpClient.callMessage("\"s\"", "up__echo", "{}"));
    RawConnection connection = held.connection();
    // When
    gateway.clock().advance(Duration.ofSeconds(2));
    RawConnection.Head head = connection.readHead();
    held.release(Reply.text("late"));
    // Then
    assertThat(head.headers().get("content-type") + connection.readEvent())
        .startsWith("text/event-stream{")
        .contains("\"id\":\"s\"")
        .contains("late");
    connection.close();
  }

  @Test
  void aStreamIsKeptAliveUntilItsAnswer() {
    // Given
    HeldCall held = hold(client, McpClient.callMessage("1", "up__echo", "{}"));
    RawConnection connection = held.connection();
    gateway.clock().advance(Duration.ofSeconds(2));
    connection.readHead();
    connection.readBlock();
    // When
    gateway.clock().advance(Duration.ofSeconds(15));
    // Then
    assertThat(connection.readBlock()).isEqualTo(": keep-alive");
    held.release(Reply.text("late"));
    connection.readToEnd();
    connection.close();
  }

  private static String cancel(String id) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
        + id
        + "}}";
  }

  @ParameterizedTest
  @ValueSource(strings = {"17", "\"17\"", "\"é\""})
  void aCancelledCallIsCancelledUpstream(String id) {
    // Given
    HeldCall held = hold(client, McpClient.callMessage(id, "up__echo", "{}"));
    RawConnection connection = held.connection();
    String upstreamId = held.id();
    // When
    client.post(cancel(id));
    // Then
    upstream.awaitCancelled(upstreamId);
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"requestId\":\"nobody\"}",
        "{\"requestId\":null}",
        "{\"requestId\":{}}",
        "{}",
        "{\"requestId\":[\"x\"]}"
      })
  void cancellingWhatDoesNotRunChangesNothing(String params) {
    // When
    RawResponse answer =
        client.post(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                + params
                + "}");
    // Then
    assertThat(answer.status()).isEqualTo(202);
  }

  @Test
  void anotherSessionCannotCancelACall() {
    // Given
    HeldCall held = hold(client, McpClient.callMessage("4711", "up__echo", "{}"));
    RawConnection connection = held.connection();
    // When
    gateway.session().post(cancel("4711"));
    held.release(Reply.text("lived"));
    // Then
    assertThat(connection.read().text()).contains("lived");
    connection.close();
  }

  @Test
  void theNumberDoesNotCancelTheText() {
    // Given
    HeldCall held = hold(client, McpClient.callMessage("\"5\"", "up__echo", "{}"));
    RawConnection connection = held.connection();
    // When
    client.post(cancel("5"));
    held.release(Reply.text("lived"));
    // Then
    assertThat(connection.read().text()).contains("lived");
    connection.close();
  }

  @Test
  void aLegacyClientThatLeavesCancelsNothing() {
    // Given
    HeldCall held = hold(client, McpClient.callMessage("1", "up__echo", "{}"));
    RawConnection connection = held.connection();
    String id = held.id();
    // When
    connection.vanish();
    client.call("up__echo", "{}");
    held.release(Reply.text("late"));
    gateway.awaitQuiet();
    // Then
    assertThat(upstream.cancelled()).doesNotContain(id);
  }

  @Test
  void aClientOfTheStatelessEraThatLeavesCancels() {
    // Given
    HeldCall held =
        hold(
            gateway.client().modern("tools/call", "up__echo"),
            McpClient.modernCall("1", "up__echo", "{}"));
    RawConnection connection = held.connection();
    String id = held.id();
    // When
    connection.vanish();
    // Then
    upstream.awaitCancelled(id);
  }

  @Test
  void aClientOfTheStatelessEraThatLeavesItsStreamCancels() {
    // Given
    HeldCall held =
        hold(
            gateway.client().modern("tools/call", "up__echo"),
            McpClient.modernCall("1", "up__echo", "{}"));
    RawConnection connection = held.connection();
    String id = held.id();
    gateway.clock().advance(Duration.ofSeconds(2));
    connection.readHead();
    // When
    connection.vanish();
    // Then
    upstream.awaitCancelled(id);
  }

  @ParameterizedTest
  @CsvSource({"Mcp-Method,tools/list", "Mcp-Name,other", "MCP-Protocol-Version,2025-11-25"})
  void aHeaderThatSaysAnotherThingThanTheBodyIsAMismatch(String header, String value) {
    // When
    RawResponse answer =
        gateway
            .client()
            .modern("tools/call", "up__echo")
            .header(header, value)
            .post(McpClient.modernCall("1", "up__echo", "{}"));
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("400 -32020");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Mcp-Method", "Mcp-Name", "MCP-Protocol-Version"})
  void aHeaderThatIsMissingIsAMismatch(String header) {
    // When
    RawResponse answer =
        gateway
            .client()
            .modern("tools/call", "up__echo")
            .header(header, null)
            .post(McpClient.modernCall("1", "up__echo", "{}"));
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("400 -32020");
  }

  @ParameterizedTest
  @ValueSource(strings = {"=?base64?dXBfX2VjaG8=?=", "up__echo"})
  void aNameMayBeInBase64(String name) {
    // When
    RawResponse answer =
        gateway
            .client()
            .modern("tools/call", name)
            .post(McpClient.modernCall("1", "up__echo", "{}"));
    // Then
    assertThat(answer.status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"=?base64??=", "=?base64?=", "=?base64?!!!?=", "=?BASE64?dXBfX2VjaG8=?="})
  void aNameThatIsNoBase64IsAMismatch(String name) {
    // When
    RawResponse answer =
        gateway
            .client()
            .modern("tools/call", name)
            .post(McpClient.modernCall("1", "up__echo", "{}"));
    // Then
    assertThat(answer.errorCode()).isEqualTo(-32020);
  }

  @Test
  void anUnknownMethodOfTheStatelessEraIsA404() {
    // When
    RawResponse answer =
        gateway.client().modern("ping", null).post(McpClient.modernRequest("1", "ping"));
    // Then
    assertThat(answer.status() + " " + answer.errorCode()).isEqualTo("404 -32601");
  }
}
