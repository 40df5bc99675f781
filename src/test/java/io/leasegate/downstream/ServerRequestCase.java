package io.leasegate.downstream;

import io.leasegate.app.RunningGateway;
import io.leasegate.testing.Await;
import io.leasegate.testing.HeldEvents;
import io.leasegate.testing.Json;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.Received;
import io.leasegate.testing.ScriptedUpstream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;

/** An upstream that asks something during a call, and the agent that made it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerRequestCase {

  static final String ALL = "{\"sampling\":{},\"elicitation\":{\"form\":{}},\"roots\":{}}";

  final ScriptedUpstream upstream = ScriptedUpstream.start();
  final AtomicInteger agents = new AtomicInteger();
  RunningGateway gateway;
  McpClient client;
  HeldEvents call;

  @BeforeAll
  void start() {
    gateway =
        RunningGateway.with(upstream)
            .upstream("shared", upstream, "session: shared")
            .limit("call_timeout_max: 5m")
            .limit("drain: 1s")
            .start();
  }

  @BeforeEach
  void openSession() {
    client = client(ALL);
    call = new HeldEvents();
    upstream.on("tools/call", call);
  }

  @AfterAll
  void stop() {
    gateway.clock().advance(Duration.ofMinutes(6));
    gateway.awaitQuiet();
    gateway.close();
    upstream.close();
  }

  /** A client of an agent that nobody was before. */
  final McpClient client(String capabilities) {
    return gateway
        .client()
        .agent("agent-" + agents.incrementAndGet())
        .initialize("2025-11-25", capabilities);
  }

  final RawConnection begin() {
    return client.begin(McpClient.callMessage("7", "up__echo", "{}"));
  }

  static String request(String id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\""
        + method
        + "\",\"params\":"
        + params
        + "}";
  }

  static String elicit(String id) {
    return request(id, "elicitation/create", "{\"message\":\"who?\"}");
  }

  static String answer(String id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"action\":\"decline\"}}";
  }

  /** The stream's next event as the agent sees it; the head is read on the way. */
  static String asked(RawConnection connection) {
    connection.readHead();
    return connection.readEvent();
  }

  static String idOf(String message) {
    return Json.read(message).path("id").toString();
  }

  /** What came in answer to a request of the upstream that it made in that session. */
  final List<String> replies(String session) {
    return upstream.received("").stream()
        .filter(it -> it.httpMethod().equals("POST") && it.header("mcp-session-id").equals(session))
        .map(Received::text)
        .toList();
  }

  final List<String> replies() {
    return replies(call.arrived().header("mcp-session-id"));
  }

  final String reply(int count) {
    Await.until(count + " answers to the upstream", () -> replies().size() >= count);
    return replies().get(count - 1);
  }

  final int errorCode(int count) {
    return Json.read(reply(count)).path("error").path("code").asInt();
  }
}
