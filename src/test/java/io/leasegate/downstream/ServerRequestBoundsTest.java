package io.leasegate.downstream;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.testing.Await;
import io.leasegate.testing.HeldEvents;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.Reply;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests and answers that are too many, too large, forged or no JSON-RPC. */
final class ServerRequestBoundsTest extends ServerRequestCase {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "\"1\"",
        "\"lg-\"",
        "\"lg-AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"",
        "\"lg-a b\"",
        "\"lg",
      })
  void aForgedIdAnswersNothing(String id) {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("1"));
    String mine = idOf(asked(connection));
    // When
    client.post(answer(id));
    client.post("{\"jsonrpc\":\"2.0\",\"id\":null,\"error\":{\"code\":1,\"message\":\"x\"}}");
    client.post(answer(mine));
    // Then
    assertThat(reply(1)).contains("decline");
    assertThat(replies()).hasSize(1);
    call.end("done");
    connection.close();
  }

  @Test
  void aCallAsksSoManyThingsAtOnceAndNoMore() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    // When
    for (int i = 0; i <= ServerRequests.MOST_PER_CALL; i++) {
      call.send(elicit(Integer.toString(i)));
    }
    // Then
    assertThat(errorCode(1)).isEqualTo(-32603);
    assertThat(idOf(reply(1))).isEqualTo(Integer.toString(ServerRequests.MOST_PER_CALL));
    String first = idOf(asked(connection));
    client.post(answer(first));
    assertThat(reply(2)).contains("decline");
    call.send(elicit("99"));
    for (int i = 1; i < ServerRequests.MOST_PER_CALL; i++) {
      connection.readEvent();
    }
    assertThat(connection.readEvent()).contains("who?");
    call.end("done");
    connection.close();
  }

  @Test
  void aSessionIsAskedSoManyThingsAtOnceAndNoMore() {
    // Given
    int calls = ServerRequests.MOST_PER_SESSION / ServerRequests.MOST_PER_CALL;
    for (int i = 0; i < calls; i++) {
      HeldEvents one = i == 0 ? call : new HeldEvents();
      upstream.on("tools/call", one);
      RawConnection connection = client.begin(McpClient.callMessage("" + i, "up__echo", "{}"));
      one.arrived();
      for (int k = 0; k < ServerRequests.MOST_PER_CALL; k++) {
        one.send(elicit("\"" + i + "-" + k + "\""));
      }
      asked(connection);
    }
    HeldEvents more = new HeldEvents();
    upstream.on("tools/call", more);
    client.begin(McpClient.callMessage("99", "up__echo", "{}"));
    more.arrived();
    // When
    more.send(elicit("\"one more\""));
    // Then
    assertThat(reply(1)).contains("one more").contains("-32603");
  }

  @Test
  void tenThousandRequestsAreAllAnsweredAndTheCallGoesOn() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    String[] flood =
        IntStream.range(0, 10_000).mapToObj(i -> elicit("" + i)).toArray(String[]::new);
    AtomicInteger refused = new AtomicInteger();
    AtomicInteger answered = new AtomicInteger();
    upstream.on(
        "",
        (received, request) -> {
          (received.text().contains("-32603") ? refused : answered).incrementAndGet();
          Reply.status(202).answer(received, request);
        });
    // When
    call.send(flood);
    // Then
    int others = flood.length - ServerRequests.MOST_PER_CALL;
    for (int part = 1; part <= 10; part++) {
      int so = others * part / 10;
      Await.until("all others are refused", () -> refused.get() >= so);
    }
    client.post(answer(idOf(asked(connection))));
    Await.until("one is answered", () -> answered.get() == 1);
    call.end("done");
    assertThat(connection.readToEnd()).contains("done");
    assertThat(refused.get()).isBetween(others, flood.length - 1);
    upstream.on("", Reply.status(202));
    connection.close();
  }

  @Test
  void twoRequestsOfOneIdAreNotTakenForEachOther() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    // When
    call.send(elicit("1"), elicit("1"));
    // Then
    assertThat(errorCode(1)).isEqualTo(-32600);
    client.post(answer(idOf(asked(connection))));
    assertThat(reply(2)).contains("decline");
    call.end("done");
    connection.close();
  }

  @Test
  void aRequestThatTwoParsersCouldReadDifferentlyIsRefused() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    // When
    call.send(request("\"twice\"", "roots/list", "{\"a\":1,\"a\":2}"));
    // Then
    assertThat(errorCode(1)).isEqualTo(-32602);
    call.end("done");
    assertThat(connection.read().text()).contains("done").doesNotContain("lg-");
    connection.close();
  }

  @Test
  void aRequestThatIsNestedTooDeepHurtsNobody() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    // When
    call.send(request("1", "roots/list", "{\"a\":" + "[".repeat(5000) + "]".repeat(5000) + "}"));
    call.send(elicit("2"));
    // Then
    client.post(answer(idOf(asked(connection))));
    assertThat(reply(1)).isEqualTo(answer("2"));
    call.end("done");
    connection.close();
  }

  @Test
  void aRequestMayBeLarge() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    String params = "{\"text\":\"" + "é".repeat(1 << 20) + "\"}";
    // When
    call.send(request("1", "sampling/createMessage", params));
    String asked = asked(connection);
    client.post("{\"jsonrpc\":\"2.0\",\"id\":" + idOf(asked) + ",\"result\":" + params + "}");
    // Then
    assertThat(asked).endsWith(params + "}");
    assertThat(reply(1)).endsWith(params + "}");
    call.end("done");
    connection.close();
  }

  @Test
  void anAnswerThatIsTooLargeLeavesTheRequestOpen() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("1"));
    String id = idOf(asked(connection));
    // When
    RawConnection large = RawConnection.to(gateway.port()).send(client.head("POST", (4 << 20) + 1));
    int refused = large.readHead().status();
    large.close();
    client.post(answer(id));
    // Then
    assertThat(refused).isEqualTo(413);
    assertThat(reply(1)).contains("decline");
    call.end("done");
    connection.close();
  }
}
