package io.leasegate.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.app.GatewayCase;
import io.leasegate.app.RunningGateway;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.Reply;
import io.leasegate.testing.ScriptedUpstream;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every way in which an upstream can fail a call: what the caller is told, and what follows. */
final class UpstreamFailureTest extends GatewayCase {

  private static final String RESULT =
      "{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"content\":[]}}";

  private final ScriptedUpstream healthy = ScriptedUpstream.start();

  @Override
  protected RunningGateway.Setup setup() {
    return RunningGateway.setup()
        .upstream(
            "up",
            upstream,
            "circuit: { failures: 1000, open: 30s }",
            "auth: { type: bearer, token: secret-of-the-gateway }")
        .upstream("well", healthy)
        .limit("max_response: 64KiB")
        .limit("call_timeout: 30s")
        .limit("call_timeout_max: 60s");
  }

  @Override
  protected String workingTool() {
    return "well__echo";
  }

  @AfterAll
  void stop() {
    healthy.close();
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        Arguments.of("401", Reply.status(401), "upstream_unauthorized"),
        Arguments.of("403", Reply.status(403, "text/html", "<p>no"), "upstream_unauthorized"),
        Arguments.of("429", Reply.status(429), "upstream_busy"),
        Arguments.of("500", Reply.status(500), "upstream_lost"),
        Arguments.of("502", Reply.status(502, "text/html", "<html>bad gateway"), "upstream_lost"),
        Arguments.of(
            "503 with an answer", Reply.status(503, "application/json", RESULT), "upstream_lost"),
        Arguments.of("HTML", Reply.status(200, "text/html", "<html>login"), "upstream_lost"),
        Arguments.of("empty", Reply.json(""), "upstream_lost"),
        Arguments.of("cut JSON", Reply.json(RESULT.substring(0, 30)), "upstream_lost"),
        Arguments.of("not UTF-8", notUtf8(), "upstream_lost"),
        Arguments.of("no JSON-RPC", Reply.json("{\"ok\":true}"), "upstream_lost"),
        Arguments.of("a list", Reply.json("[]"), "upstream_lost"),
        Arguments.of("null", Reply.json("null"), "upstream_lost"),
        Arguments.of("foreign id", Reply.json(RESULT.replace("$ID", "999999")), "upstream_lost"),
        Arguments.of(
            "the id as text", Reply.json(RESULT.replace("$ID", "\"$ID\"")), "upstream_lost"),
        Arguments.of(
            "result and error",
            Reply.json("{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{},\"error\":{}}"),
            "upstream_lost"),
        Arguments.of(
            "two results",
            Reply.json(
                "{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{},\"result\":{\"isError\":true}}"),
            "upstream_lost"),
        Arguments.of(
            "too deep",
            Reply.result("{\"a\":" + "[".repeat(2000) + "]".repeat(2000) + "}"),
            "upstream_lost"),
        Arguments.of("202", Reply.status(202), "upstream_lost"),
        Arguments.of("204", Reply.status(204), "upstream_lost"),
        Arguments.of(
            "redirect",
            Reply.status(302, Map.of("location", "http://127.0.0.1:1/elsewhere"), ""),
            "upstream_lost"),
        Arguments.of(
            "permanent redirect",
            Reply.status(308, Map.of("location", "/other"), ""),
            "upstream_lost"),
        Arguments.of("cut in the body", Reply.cut("application/json", RESULT, 20), "upstream_lost"),
        Arguments.of("cut before the head", Reply.drop(), "upstream_lost"),
        Arguments.of("stream without an answer", Reply.events(), "upstream_lost"),
        Arguments.of(
            "stream of garbage", Reply.events("garbage", "{}", "[1]", "\u0000"), "upstream_lost"),
        Arguments.of(
            "stream with a foreign id",
            Reply.events(RESULT.replace("$ID", "\"x\"")),
            "upstream_lost"),
        Arguments.of(
            "stream with a cut answer", Reply.events(RESULT.substring(0, 40)), "upstream_lost"),
        Arguments.of("too large", Reply.text("x".repeat(70_000)), "result_too_large"),
        Arguments.of(
            "too large in a stream",
            Reply.events(
                "{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":{\"a\":\""
                    + "x".repeat(70_000)
                    + "\"}}"),
            "result_too_large"));
  }

  private static Reply notUtf8() {
    return (received, request) ->
        request
            .response()
            .putHeader("content-type", "application/json")
            .end(
                io.vertx.core.buffer.Buffer.buffer(
                        "{\"jsonrpc\":\"2.0\",\"id\":"
                            + received.id()
                            + ",\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"")
                    .appendByte((byte) 0xFF)
                    .appendString("\"}]}}"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("refusals")
  void aFailedCallSaysWhatIsKnown(String name, Reply reply, String code) {
    // Given
    upstream.next("tools/call", reply);
    // When
    RawResponse answer = client.call("up__echo", "{}");
    // Then
    assertThat(answer.refusal()).as(answer.text()).isEqualTo(code);
  }

  @Test
  void theSecretOfTheUpstreamIsInNoRefusal() {
    // Given
    upstream.next("tools/call", Reply.status(401, "text/plain", "bad token secret-of-the-gateway"));
    // When
    RawResponse answer = client.call("up__echo", "{}");
    // Then
    assertThat(answer.text() + log.text()).doesNotContain("secret-of-the-gateway");
  }

  @Test
  void redirectsAreNotFollowed() {
    // Given
    upstream.next("tools/call", Reply.status(307, Map.of("location", healthy.url()), ""));
    int before = healthy.received("tools/call").size();
    // When
    client.call("up__echo", "{}");
    // Then
    assertThat(healthy.received("tools/call")).hasSize(before);
  }

  @Test
  void theTimeToWaitOfA429IsPassedOn() {
    // Given
    upstream.next("tools/call", Reply.status(429, Map.of("retry-after", "17"), ""));
    // When
    RawResponse answer = client.call("up__echo", "{}");
    // Then
    assertThat(
            answer.result().path("_meta").path("io.leasegate/error").path("retry_after_s").asInt())
        .isEqualTo(17);
  }

  @Test
  void anErrorOfTheUpstreamIsPassedOnUnchanged() {
    // Given
    upstream.next("tools/call", Reply.error(-32602, "no such city"));
    // When
    RawResponse answer = client.call("up__echo", "{}");
    // Then
    assertThat(answer.json().path("error").path("message").asText()).isEqualTo("no such city");
  }

  @Test
  void anErrorThatNamesNoIdIsTheAnswerToItsOwnPost() {
    // Given
    upstream.next(
        "tools/call",
        Reply.status(
            400,
            "application/json",
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32600,\"message\":\"bad\"}}"));
    // When
    RawResponse answer = client.post(McpClient.callMessage("\"mine\"", "up__echo", "{}"));
    // Then
    assertThat(answer.text())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":\"mine\",\"error\":{\"code\":-32600,\"message\":\"bad\"}}");
  }

  @Test
  void aSecondAnswerInOneStreamIsDropped() {
    // Given
    upstream.next("tools/call", Reply.events(RESULT, RESULT.replace("[]", "[1]")));
    // When
    RawResponse answer = client.call("up__echo", "{}");
    // Then
    assertThat(answer.result().path("content")).isEmpty();
  }

  @Test
  void aCallInAForgottenSessionIsSentAgainInAFreshOne() {
    // Given
    client.call("up__echo", "{}");
    int calls = upstream.received("tools/call").size();
    upstream.next("tools/call", Reply.status(404));
    // When
    RawResponse answer = client.call("up__echo", "{}");
    // Then
    assertThat(answer.result().has("content")).as(answer.text()).isTrue();
    assertThat(upstream.received("tools/call")).hasSize(calls + 2);
    assertThat(upstream.received("tools/call").get(calls + 1).header("mcp-session-id"))
        .isNotEqualTo(upstream.received("tools/call").get(calls).header("mcp-session-id"));
  }

  @Test
  void a400ThatNamesTheSessionIsTakenForAForgottenOne() {
    // Given
    upstream.next(
        "tools/call",
        Reply.status(
            400,
            "application/json",
            "{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":-32000,"
                + "\"message\":\"Bad Request: No valid session ID provided\"}}"));
    // When
    RawResponse answer = client.call("up__echo", "{}");
    // Then
    assertThat(answer.result().has("content")).as(answer.text()).isTrue();
  }

  @Test
  void anUpstreamThatForgetsEverySessionIsTriedTwice() {
    // Given
    int calls = upstream.received("tools/call").size();
    upstream.next("tools/call", Reply.status(404)).next("tools/call", Reply.status(404));
    // When
    RawResponse answer = client.call("up__echo", "{}");
    // Then
    assertThat(answer.refusal() + " " + (upstream.received("tools/call").size() - calls))
        .isEqualTo("connect_failed 2");
  }

  @Test
  void aHangingCallTimesOut() {
    // Given
    HeldCall held = hold(client, McpClient.callMessage("1", "up__echo", "{}"));
    RawConnection connection = held.connection();
    // When
    gateway.clock().advance(Duration.ofSeconds(31));
    // Then
    assertThat(connection.read().refusal()).isEqualTo("upstream_timeout");
    connection.close();
  }

  @Test
  void theUpstreamIsToldOfACallThatTimedOut() {
    // Given
    HeldCall held = hold(client, McpClient.callMessage("1", "up__echo", "{}"));
    RawConnection connection = held.connection();
    String id = held.id();
    // When
    gateway.clock().advance(Duration.ofSeconds(31));
    // Then
    upstream.awaitCancelled(id);
    connection.close();
  }

  @Test
  void progressKeepsACallAliveUpToItsWholeTime() {
    // Given
    HeldCall held =
        hold(client, McpClient.callMessage("1", "up__echo", "{}", "{\"progressToken\":\"tok\"}"));
    RawConnection connection = held.connection();
    String progress =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":{\"progressToken\":"
            + held.id()
            + ",\"progress\":0.5}}";
    held.release(Reply.openEvents(progress));
    connection.readHead();
    connection.readEvent();
    // When
    gateway.clock().advance(Duration.ofSeconds(61));
    // Then
    assertThat(connection.readEvent()).contains("upstream_timeout");
    connection.close();
  }

  @Test
  void anUpstreamThatCannotBeReachedIsSaidToBeSo() {
    // Given
    ScriptedUpstream gone = ScriptedUpstream.start();
    try (RunningGateway other = RunningGateway.with(gone).start()) {
      McpClient agent = other.session();
      gone.goAway();
      // When
      RawResponse answer = agent.call("up__echo", "{}");
      // Then
      assertThat(answer.refusal()).isEqualTo("connect_failed");
    }
    gone.close();
  }
}
