package io.leasegate.downstream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.testing.Await;
import io.leasegate.testing.Json;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.Received;
import io.leasegate.testing.Reply;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an upstream asks during a call reaches the agent that made it, and the answer comes back.
 */
final class ServerRequestTest extends ServerRequestCase {
  @ParameterizedTest
  @ValueSource(strings = {"0", "\"0\"", "17", "1.50", "\"é \\\" \\u0041\""})
  void aRequestGoesToTheCallsAgentAndTheAnswerBackUnderTheUpstreamsId(String id) {
    // Given
    String params =
        "{ \"message\" : \"a\\u00e9\" , \"requestedSchema\":{\"x\":1.50,\"y\":[ ]},"
            + "\"_meta\":{\"progressToken\":\"t\",\"a/b\":1e2} }";
    RawConnection connection = begin();
    call.arrived();
    // When
    call.send(request(id, "elicitation/create", params));
    String asked = asked(connection);
    client.post(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + idOf(asked)
            + ",\"result\": {\"action\":\"accept\",\"content\":{\"n\":1.0e0}}}");
    // Then
    assertThat(asked).isEqualTo(request(idOf(asked), "elicitation/create", params));
    assertThat(idOf(asked)).matches("\"lg-[A-Za-z0-9_-]{30,}\"");
    assertThat(reply(1))
        .isEqualTo(
            "{\"jsonrpc\":\"2.0\",\"id\":"
                + id
                + ",\"result\": {\"action\":\"accept\",\"content\":{\"n\":1.0e0}}}");
    call.end("thanks");
    assertThat(connection.readEvent()).contains("thanks").contains("\"id\":7");
    connection.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {"sampling/createMessage", "roots/list", "elicitation/create"})
  void anErrorIsAnAnswerToo(String method) {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"" + method + "\"}");
    // When
    client.post(
        "{\"error\":{\"code\":-1,\"message\":\"no\",\"data\":[1]},\"id\":"
            + idOf(asked(connection))
            + ",\"jsonrpc\":\"2.0\"}");
    // Then
    assertThat(reply(1))
        .isEqualTo(
            "{\"error\":{\"code\":-1,\"message\":\"no\",\"data\":[1]},\"id\":3,\"jsonrpc\":\"2.0\"}");
    connection.close();
  }

  @Test
  void nobodySpeaksInTheGatewaysName() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(request("1", "roots/list", "{\"_meta\":{\"io.leasegate/notice\":{},\"a\":1}}"));
    String asked = asked(connection);
    // When
    client.post(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + idOf(asked)
            + ",\"result\":{\"roots\":[],\"_meta\":{\"b\":2,\"io.leasegate/fence\":{}}}}");
    // Then
    assertThat(asked).contains("\"params\":{\"_meta\":{\"a\":1}}");
    assertThat(reply(1)).contains("\"result\":{\"roots\":[],\"_meta\":{\"b\":2}}");
    connection.close();
  }

  private static JsonNode declared(Received initialize) {
    return initialize.json().path("params").path("capabilities");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | {}",
        "{'roots':{'listChanged':true}} | {'roots':{}}",
        "{'elicitation':{'url':{},'form':{'x':1}}} | {'elicitation':{'form':{},'url':{}}}",
        "{'sampling':{'tools':{}},'elicitation':{}} | {'sampling':{'tools':{}},'elicitation':{}}",
        "{'experimental':{'sampling':{}},'tasks':{'list':{}}} | {}",
        "{'sampling':true,'roots':[],'elicitation':null} | {}",
      })
  void theUpstreamIsToldWhatTheAgentDeclared(String declared, String told) {
    // Given
    client = client(declared.replace('\'', '"'));
    int before = upstream.received("initialize").size();
    // When
    RawConnection connection = begin();
    // Then
    assertThat(declared(upstream.await("initialize", before + 1)))
        .isEqualTo(Json.read(told.replace('\'', '"')));
    call.end("done");
    connection.close();
  }

  @Test
  void clientsOfOneAgentThatCanBeAskedTheSameShareASession() {
    // Given
    int before = upstream.received("initialize").size();
    upstream.on("tools/call", Reply.text("ok"));
    client = client("{\"roots\":{}}");
    client.call("up__echo", "{}");
    String agent = client.headers().getOrDefault("X-LeaseGate-Agent", "");
    // When
    McpClient same = gateway.client().agent(agent).initialize("2025-06-18", "{\"roots\": {}}");
    McpClient other = gateway.client().agent(agent).initialize("2025-06-18", "{\"sampling\":{}}");
    same.call("up__echo", "{}");
    other.call("up__echo", "{}");
    same.call("up__echo", "{}");
    // Then
    assertThat(upstream.received("initialize")).hasSize(before + 2);
  }

  @Test
  void aSharedSessionIsToldOfNoCapability() {
    // Given: the shared upstream's session, and the one by which the other one lists its tools
    List<JsonNode> first =
        upstream.received("initialize").stream().map(ServerRequestTest::declared).limit(2).toList();
    // Then
    assertThat(first)
        .containsExactlyInAnyOrder(
            Json.read("{}"),
            Json.read(
                "{\"roots\":{},\"sampling\":{\"context\":{},\"tools\":{}},"
                    + "\"elicitation\":{\"form\":{},\"url\":{}}}"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"roots/list", "sampling/createMessage", "no/such", "tools/call", ""})
  void whatTheAgentCannotBeAskedIsRefusedAtOnce(String method) {
    // Given
    client = client("{\"elicitation\":{}}");
    RawConnection connection = begin();
    call.arrived();
    // When
    call.send(request("4", method, "{}"));
    // Then
    assertThat(errorCode(1)).isEqualTo(-32601);
    call.end("done");
    assertThat(connection.read().text()).doesNotContain("lg-");
    connection.close();
  }

  @Test
  void pingIsAnsweredByTheGateway() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    // When
    call.send("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
    // Then
    assertThat(reply(1)).isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"result\":{}}");
    call.end("done");
    connection.close();
  }

  @Test
  void nobodyIsAskedInASharedSession() {
    // Given
    RawConnection connection = client.begin(McpClient.callMessage("7", "shared__echo", "{}"));
    call.arrived();
    // When
    call.send(elicit("\"only here\""));
    // Then
    Await.until(
        "it is refused",
        () -> replies().stream().anyMatch(it -> it.contains("only here") && it.contains("-32601")));
    call.end("done");
    connection.close();
  }

  @Test
  void aBatchIsAskedNothing() {
    // Given
    client =
        gateway.client().agent("agent-" + agents.incrementAndGet()).initialize("2025-03-26", ALL);
    RawConnection connection =
        client.begin("[" + McpClient.callMessage("7", "up__echo", "{}") + "]");
    call.arrived();
    // When
    call.send(elicit("1"));
    // Then
    assertThat(errorCode(1)).isEqualTo(-32601);
    call.end("done");
    connection.close();
  }

  @Test
  void theStatelessEraIsAskedNothing() {
    // Given
    RawConnection connection =
        client.modern("tools/call", "up__echo").begin(McpClient.modernCall("1", "up__echo", "{}"));
    call.arrived();
    // When
    call.send(elicit("1"));
    // Then
    assertThat(errorCode(1)).isEqualTo(-32601);
    call.end("done");
    connection.close();
  }

  @Test
  void onlyTheFirstAnswerCounts() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("1"));
    String id = idOf(asked(connection));
    client.post(answer(id));
    reply(1);
    // When
    RawResponse again = client.post(answer(id));
    call.send("{\"jsonrpc\":\"2.0\",\"id\":\"p\",\"method\":\"ping\"}");
    // Then
    assertThat(again.status() + again.text()).isEqualTo("202");
    assertThat(reply(2)).contains("\"p\"");
    call.end("done");
    connection.close();
  }

  @Test
  void anAnswerFromElsewhereChangesNothing() {
    // Given
    RawConnection connection = begin();
    call.arrived();
    call.send(elicit("1"));
    String id = idOf(asked(connection));
    McpClient sameAgent =
        gateway
            .client()
            .agent(client.headers().getOrDefault("X-LeaseGate-Agent", ""))
            .initialize("2025-11-25", ALL);
    McpClient stolen = gateway.client().agent("mallory").header("Mcp-Session-Id", client.session());
    // When
    int otherSession = sameAgent.post(answer(id)).status();
    int otherAgent = client(ALL).post(answer(id)).status();
    int otherAgentsSession = stolen.post(answer(id)).status();
    client.post(answer(id));
    // Then
    assertThat(List.of(otherSession, otherAgent, otherAgentsSession))
        .containsExactly(202, 202, 404);
    assertThat(reply(1)).contains("decline");
    assertThat(replies()).hasSize(1);
    call.end("done");
    connection.close();
  }
}
