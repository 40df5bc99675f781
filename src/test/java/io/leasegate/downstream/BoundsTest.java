package io.leasegate.downstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.app.RunningGateway;
import io.leasegate.testing.Await;
import io.leasegate.testing.HeldReply;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.Reply;
import io.leasegate.testing.ScriptedUpstream;
import io.vertx.core.Future;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Bounds that are full, sessions that are idle, and the end of the process. */
final class BoundsTest {

  private static final String INITIALIZE =
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":"
          + "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{}}}";
  private static final String PING = McpClient.request("1", "ping");

  private final ScriptedUpstream upstream = ScriptedUpstream.start();

  @AfterEach
  void stop() {
    upstream.close();
  }

  @Test
  void oneRequestMoreThanMayRunIsRefusedWithAHint() {
    // Given
    try (RunningGateway gateway = RunningGateway.with(upstream).limit("max_in_flight: 1").start()) {
      McpClient client = gateway.session();
      HeldReply held = new HeldReply();
      upstream.next("tools/call", held);
      RawConnection running = client.begin(McpClient.callMessage("1", "up__echo", "{}"));
      held.arrived();
      // When
      RawResponse answer = client.post(PING);
      // Then
      held.release(Reply.text("done"));
      running.read();
      running.close();
      assertThat(answer.status() + " " + answer.header("retry-after")).isEqualTo("503 1");
    }
  }

  @Test
  void aPlaceThatIsFreeAgainIsGiven() {
    // Given
    try (RunningGateway gateway = RunningGateway.with(upstream).limit("max_in_flight: 1").start()) {
      McpClient client = gateway.session();
      HeldReply held = new HeldReply();
      upstream.next("tools/call", held);
      RawConnection running = client.begin(McpClient.callMessage("1", "up__echo", "{}"));
      held.arrived();
      client.post(PING);
      // When
      held.release(Reply.text("done"));
      running.read();
      running.close();
      // Then
      assertThat(client.post(PING).status()).isEqualTo(200);
    }
  }

  @Test
  void oneSessionMoreThanMayBeIsRefused() {
    // Given
    try (RunningGateway gateway = RunningGateway.with(upstream).limit("max_sessions: 2").start()) {
      gateway.session();
      gateway.session();
      // When
      RawResponse answer = gateway.client().post(INITIALIZE);
      // Then
      assertThat(answer.status() + answer.header("mcp-session-id")).isEqualTo("503");
    }
  }

  @Test
  void anIdleSessionEndsAndMakesRoom() {
    // Given
    try (RunningGateway gateway = RunningGateway.with(upstream).limit("max_sessions: 1").start()) {
      gateway.session();
      // When
      gateway.clock().advance(Duration.ofMinutes(30));
      // Then
      assertThat(gateway.client().post(INITIALIZE).status()).isEqualTo(200);
    }
  }

  @Test
  void aUsedSessionLives() {
    // Given
    try (RunningGateway gateway = RunningGateway.with(upstream).start()) {
      McpClient client = gateway.session();
      gateway.clock().advance(Duration.ofMinutes(29));
      client.post(PING);
      // When
      gateway.clock().advance(Duration.ofMinutes(29));
      // Then
      assertThat(client.post(PING).status()).isEqualTo(200);
    }
  }

  @Test
  void anAgentsIdleUpstreamSessionIsClosed() {
    // Given
    try (RunningGateway gateway =
        RunningGateway.setup().upstream("up", upstream, "session: per_agent").start()) {
      gateway.session().call("up__echo", "{}");
      String session = upstream.await("tools/call", 1).header("mcp-session-id");
      // When
      gateway.clock().advance(Duration.ofMinutes(12));
      // Then
      assertThat(upstream.await("DELETE", 1).header("mcp-session-id")).isEqualTo(session);
    }
  }

  @Test
  void idleAgentsMakeRoomForOthersAtAnUpstream() {
    // Given
    try (RunningGateway gateway =
        RunningGateway.setup()
            .upstream("up", upstream, "session: per_agent")
            .limit("max_sessions: 1")
            .start()) {
      gateway.client().agent("first").initialize().call("up__echo", "{}");
      gateway.clock().advance(Duration.ofMinutes(31));
      upstream.await("DELETE", 1);
      // When
      RawResponse answer = gateway.client().agent("second").initialize().call("up__echo", "{}");
      // Then
      assertThat(answer.result().has("content")).as(answer.text()).isTrue();
    }
  }

  @Test
  void aDrainRefusesNewCallsAndLetsTheRunningOneFinish() {
    // Given
    RunningGateway gateway = RunningGateway.with(upstream).start();
    McpClient client = gateway.session();
    HeldReply held = new HeldReply();
    upstream.next("tools/call", held);
    RawConnection running = client.begin(McpClient.callMessage("1", "up__echo", "{}"));
    held.arrived();
    // When
    Future<Void> stopped = gateway.stop();
    RawResponse refused = client.post(PING);
    held.release(Reply.text("finished"));
    RawResponse finished = running.read();
    Await.result(stopped);
    // Then
    assertThat(refused.status() + " " + finished.text()).startsWith("503 ").contains("finished");
    running.close();
  }

  @Test
  void aDrainingGatewayIsNotReady() {
    // Given
    RunningGateway gateway = RunningGateway.with(upstream).start();
    McpClient client = gateway.session();
    HeldReply held = new HeldReply();
    upstream.next("tools/call", held);
    RawConnection running = client.begin(McpClient.callMessage("1", "up__echo", "{}"));
    held.arrived();
    // When
    Future<Void> stopped = gateway.stop();
    // Then
    RawResponse ready = gateway.admin("/readyz");
    held.release(Reply.text("finished"));
    Await.result(stopped);
    assertThat(ready.status()).isEqualTo(503);
    running.close();
  }

  @Test
  void aDrainEndsStreams() {
    // Given
    RunningGateway gateway = RunningGateway.with(upstream).start();
    RawConnection stream = gateway.session().stream();
    stream.readBlock();
    // When
    Await.result(gateway.stop());
    // Then
    assertThat(stream.readToEnd()).isEmpty();
    stream.close();
  }

  @Test
  void aStoppedGatewayEndsItsUpstreamSessions() {
    // Given
    RunningGateway gateway = RunningGateway.with(upstream).start();
    // When
    Await.result(gateway.stop());
    // Then
    assertThat(upstream.await("DELETE", 1).header("mcp-session-id")).startsWith("up-");
  }
}
