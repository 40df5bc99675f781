package io.leasegate.sim;

import static io.leasegate.sim.SimSession.callMessage;
import static io.leasegate.sim.SimSession.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The server without HTTP, as a transport inside the process uses it. */
class SimServerTest {

  private final Vertx vertx = Vertx.vertx();
  private final SimServer server = new SimServer(vertx, SimOptions.DEFAULT);
  private final CollectingPeer peer = new CollectingPeer();

  @AfterEach
  void close() {
    SimSession.waitFor(vertx.close());
  }

  @Test
  void progressComesBeforeTheResponse() {
    String message = callMessage("\"p\"", "progress", "{\"steps\":2}", "{\"progressToken\":7}");
    handle(message, Map.of());

    assertThat(peer.untilAnswered())
        .extracting(text -> json(text).path("method").asText(json(text).path("id").asText()))
        .containsExactly("notifications/progress", "notifications/progress", "p");
  }

  @Test
  void whatIsNoMessageIsAnswered() {
    handle("{", Map.of());

    assertThat(json(peer.untilAnswered().get(0)).at("/error/code").asInt()).isEqualTo(-32700);
  }

  @Test
  void aNotificationIsNotAnswered() {
    handle("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}", Map.of());

    assertThat(peer.messages()).isEmpty();
  }

  @Test
  void disconnectTellsThePeer() {
    handle(callMessage("1", "fail", "{\"mode\":\"disconnect\"}"), Map.of());

    assertThat(peer.isCut()).isTrue();
    assertThat(peer.messages()).isEmpty();
  }

  @Test
  void theSessionHeaderKeepsEqualIdsApart() {
    String slow = callMessage("1", "slow", "{\"ms\":3600000}");
    handle(slow, Map.of("mcp-session-id", "a"));
    handle(slow, Map.of("mcp-session-id", "b"));

    String cancel =
        """
        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}""";
    handle(cancel, Map.of("mcp-session-id", "c"));
    assertThat(server.runningCalls()).isEqualTo(2);
    handle(cancel, Map.of("mcp-session-id", "b"));
    assertThat(server.runningCalls()).isEqualTo(1);
  }

  @Test
  void listenersHearOfChangedToolsUntilTheyLeave() {
    server.listen(peer);
    server.changeTools(1);
    server.unlisten(peer);
    server.changeTools(0);

    assertThat(peer.messages())
        .containsExactly(
            "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\",\"params\":{}}");
  }

  private void handle(String message, Map<String, String> headers) {
    server.handle(message.getBytes(UTF_8), headers, peer);
  }
}
