package io.leasegate.downstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.testing.HeldEvents;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import org.junit.jupiter.api.Test;

/** Requests that come on the stream of the session, or while several calls run. */
final class SessionStreamRequestTest extends ServerRequestCase {

  /** A second call, while the first one runs. */
  private RawConnection beginAnother(HeldEvents events) {
    call.arrived();
    upstream.on("tools/call", events);
    RawConnection connection = client.begin(McpClient.callMessage("8", "up__echo", "{}"));
    events.arrived();
    return connection;
  }

  @Test
  void whatTheUpstreamAsksOnTheSessionsOwnStreamIsForTheOneCallThatRuns() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    // When
    upstream.push(elicit("\"on GET\""));
    String asked = asked(connection);
    client.post(answer(idOf(asked)));
    // Then
    assertThat(asked).contains("who?");
    assertThat(reply(1)).isEqualTo(answer("\"on GET\""));
    call.end("done");
    connection.close();
  }

  @Test
  void whatTheUpstreamAsksOnTheSessionsOwnStreamCanBeTakenBack() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    upstream.push(elicit("\"back\""));
    String id = idOf(asked(connection));
    // When
    upstream.push(
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":"
            + "{\"requestId\":\"back\"}}");
    // Then
    assertThat(connection.readEvent()).contains("\"requestId\":" + id);
    call.end("done");
    connection.close();
  }

  @Test
  void whatNamesNoCallIsRefusedWhenTwoRun() {
    // Given
    HeldEvents second = new HeldEvents();
    RawConnection connection = begin();
    RawConnection other = beginAnother(second);
    // When
    upstream.push(elicit("\"whose\""));
    // Then
    assertThat(errorCode(1)).isEqualTo(-32603);
    second.end("done");
    call.end("done");
    assertThat(connection.read().text() + other.read().text()).doesNotContain("lg-");
    connection.close();
    other.close();
  }

  @Test
  void whatNamesNoCallIsRefusedWhenNoneRuns() {
    // Given
    RawConnection connection = begin();
    call.end("done");
    connection.read();
    // When
    upstream.push(elicit("\"nobody\""));
    // Then
    assertThat(errorCode(1)).isEqualTo(-32603);
    connection.close();
  }

  @Test
  void eachCallIsAskedOnItsOwnStream() {
    // Given
    HeldEvents second = new HeldEvents();
    RawConnection connection = begin();
    RawConnection other = beginAnother(second);
    // When
    call.send(request("1", "roots/list", "{\"a\":1}"));
    second.send(request("1", "roots/list", "{\"b\":2}"));
    // Then
    assertThat(asked(connection)).contains("\"a\":1");
    assertThat(asked(other)).contains("\"b\":2");
    second.end("done");
    call.end("done");
    connection.close();
    other.close();
  }
}
