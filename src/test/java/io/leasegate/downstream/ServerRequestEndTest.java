package io.leasegate.downstream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.app.RunningGateway;
import io.leasegate.testing.Await;
import io.leasegate.testing.HeldEvents;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.ScriptedUpstream;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How requests of an upstream end, and what they do to the time of their call and to its key. */
final class ServerRequestEndTest extends ServerRequestCase {
  @Test
  void theUpstreamTakesARequestBack() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("\"1\""));
    String id = idOf(asked(connection));
    // When
    call.send(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
            + "{\"reason\":\"too slow\",\"requestId\":\"1\"}}");
    // Then
    assertThat(connection.readEvent())
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
                + "{\"reason\":\"too slow\",\"requestId\":"
                + id
                + "}}");
    assertThat(client.post(answer(id)).status()).isEqualTo(202);
    call.end("done");
    assertThat(connection.readEvent()).contains("done");
    assertThat(replies()).isEmpty();
    connection.close();
  }

  @Test
  void takingBackWhatWasNotAskedChangesNothing() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("1"));
    String id = idOf(asked(connection));
    // When
    for (String params : List.of("{}", "{\"requestId\":\"1\"}", "{\"requestId\":[1]}")) {
      call.send(
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":" + params + "}");
    }
    client.post(answer(id));
    // Then
    assertThat(reply(1)).contains("decline");
    call.end("done");
    assertThat(connection.readEvent()).contains("done");
    connection.close();
  }

  @Test
  void aRequestEndsWithItsCallsAnswer() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("1"));
    String id = idOf(asked(connection));
    // When
    call.end("without you");
    // Then
    assertThat(connection.readEvent())
        .contains("notifications/cancelled")
        .contains("\"requestId\":" + id);
    assertThat(connection.readEvent()).contains("without you");
    assertThat(errorCode(1)).isEqualTo(-32603);
    assertThat(client.post(answer(id)).status()).isEqualTo(202);
    assertThat(replies()).hasSize(1);
    connection.close();
  }

  @Test
  void aRequestEndsWithItsCallsCancellation() {
    // Given
    RawConnection connection = begin();
    String callId = call.arrived().id();
    call.send(elicit("1"));
    String id = idOf(asked(connection));
    // When
    client.post(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}");
    // Then
    assertThat(errorCode(1)).isEqualTo(-32603);
    Await.until(
        "the upstream is told",
        () ->
            upstream.received("notifications/cancelled").stream()
                .anyMatch(
                    it -> it.json().path("params").path("requestId").toString().equals(callId)));
    client.post(answer(id));
    assertThat(connection.readToEnd()).doesNotContain("result");
    assertThat(replies()).hasSize(1);
    connection.close();
  }

  @Test
  void anUpstreamThatGoesAwayEndsItsRequests() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("1"));
    String id = idOf(asked(connection));
    // When
    call.cut();
    // Then
    assertThat(connection.readEvent()).contains("\"requestId\":" + id);
    assertThat(connection.readEvent()).contains("upstream_lost");
    assertThat(client.post(answer(id)).status()).isEqualTo(202);
    connection.close();
  }

  @Test
  void anAgentThatLeavesIsWaitedForNoLonger() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("1"));
    asked(connection);
    // When
    connection.vanish();
    // Then
    assertThat(errorCode(1)).isEqualTo(-32603);
    call.send(elicit("2"));
    assertThat(errorCode(2)).isEqualTo(-32603);
    call.end("done");
  }

  @Test
  void anEndedSessionIsWaitedForNoLonger() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("1"));
    asked(connection);
    // When
    client.send("DELETE");
    // Then
    assertThat(errorCode(1)).isEqualTo(-32603);
    call.end("done");
    connection.close();
  }

  @Test
  void theIdleTimeStandsWhileTheAgentThinks() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("1"));
    String id = idOf(asked(connection));
    // When: longer than call_timeout
    for (int i = 0; i < 4; i++) {
      gateway.clock().advance(Duration.ofSeconds(40));
      assertThat(connection.readBlock()).isEqualTo(": keep-alive");
    }
    client.post(answer(id));
    reply(1);
    // Then
    gateway.clock().advance(Duration.ofSeconds(40));
    assertThat(connection.readBlock()).isEqualTo(": keep-alive");
    gateway.clock().advance(Duration.ofSeconds(20));
    assertThat(connection.readEvent()).contains("upstream_timeout");
    connection.close();
  }

  @Test
  void theWholeTimeOfACallIsNotExtendedByARequest() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("1"));
    asked(connection);
    // When
    gateway.clock().advance(Duration.ofMinutes(5));
    // Then
    assertThat(connection.readEvent()).contains("notifications/cancelled");
    assertThat(connection.readEvent()).contains("upstream_timeout");
    assertThat(errorCode(1)).isEqualTo(-32603);
    connection.close();
  }

  @Test
  void aRefusedRequestIsNoSignOfLife() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    gateway.clock().advance(Duration.ofSeconds(40));
    connection.readHead();
    // When
    call.send(request("1", "no/such", "{}"));
    reply(1);
    gateway.clock().advance(Duration.ofSeconds(11));
    // Then
    assertThat(connection.readEvent()).contains("upstream_timeout");
    connection.close();
  }

  @Test
  void aKeyIsHeldWhileTheAgentThinksAndItsAnswerIsRecorded() {
    // Given
    String keyed = "{\"_sg_idempotency_key\":\"thinking\"}";
    RawConnection connection = client.begin(McpClient.callMessage("7", "up__echo", keyed));
    call.arrived();
    call.send(elicit("1"));
    String id = idOf(asked(connection));
    // When: longer than a claim lasts that nobody extends
    for (int i = 0; i < 6; i++) {
      gateway.clock().advance(Duration.ofSeconds(20));
      connection.readBlock();
    }
    client.post(answer(id));
    reply(1);
    call.end("written");
    // Then
    assertThat(connection.readToEnd()).contains("written").doesNotContain("stored");
    JsonNode again = client.call("up__echo", keyed).result();
    assertThat(again.path("_meta").path("io.leasegate/idempotency").path("replayed").asBoolean())
        .isTrue();
    assertThat(again.toString()).contains("written");
    connection.close();
  }

  @Test
  void aKeyedCallThatTheAgentCancelsGoesOnWithoutIt() {
    // Given
    RawConnection connection =
        client.begin(McpClient.callMessage("7", "up__echo", "{\"_sg_idempotency_key\":\"left\"}"));
    call.arrived();
    call.send(elicit("1"));
    asked(connection);
    // When
    client.post(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":7}}");
    // Then
    assertThat(errorCode(1)).isEqualTo(-32603);
    call.send(elicit("2"));
    assertThat(errorCode(2)).isEqualTo(-32603);
    call.end("written");
    connection.close();
  }

  @Test
  void whileTheGatewayDrainsAnswersAreStillTaken() {
    // Given
    try (ScriptedUpstream own = ScriptedUpstream.start()) {
      HeldEvents held = new HeldEvents();
      own.next("tools/call", held);
      RunningGateway draining = RunningGateway.with(own).start();
      McpClient agent = draining.client().initialize("2025-11-25", ALL);
      RawConnection connection = agent.begin(McpClient.callMessage("7", "up__echo", "{}"));
      held.arrived();
      held.send(elicit("1"));
      String id = idOf(asked(connection));
      // When
      var stopped = draining.stop();
      int call = agent.call("up__echo", "{}").status();
      int answer = agent.post(answer(id)).status();
      // Then
      assertThat(List.of(call, answer)).containsExactly(503, 202);
      own.await("", 1);
      held.end("finished");
      assertThat(connection.readToEnd()).contains("finished");
      Await.result(stopped);
      connection.close();
    }
  }
}
