package io.leasegate.downstream;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.app.RunningGateway;
import io.leasegate.testing.Await;
import io.leasegate.testing.HeldEvents;
import io.leasegate.testing.Json;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.Received;
import io.leasegate.testing.Reply;
import io.leasegate.testing.ScriptedUpstream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What an upstream asks during a call reaches the agent that made it, and the answer comes back.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ServerRequestTest {

  private static final String ALL = "{\"sampling\":{},\"elicitation\":{\"form\":{}},\"roots\":{}}";

  private final ScriptedUpstream upstream = ScriptedUpstream.start();
  private final AtomicInteger agents = new AtomicInteger();
  private RunningGateway gateway;
  private McpClient client;
  private HeldEvents call;

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
  private McpClient client(String capabilities) {
    return gateway
        .client()
        .agent("agent-" + agents.incrementAndGet())
        .initialize("2025-11-25", capabilities);
  }

  private RawConnection begin() {
    return client.begin(McpClient.callMessage("7", "up__echo", "{}"));
  }

  private static String request(String id, String method, String params) {
    return "{\"jsonrpc\":\"2.0\",\"id\":"
        + id
        + ",\"method\":\""
        + method
        + "\",\"params\":"
        + params
        + "}";
  }

  private static String elicit(String id) {
    return request(id, "elicitation/create", "{\"message\":\"who?\"}");
  }

  private static String answer(String id) {
    return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":{\"action\":\"decline\"}}";
  }

  /** The stream's next event as the agent sees it; the head is read on the way. */
  private static String asked(RawConnection connection) {
    connection.readHead();
    return connection.readEvent();
  }

  private static String idOf(String message) {
    return Json.read(message).path("id").toString();
  }

  /** What came in answer to a request of the upstream that it made in that session. */
  private List<String> replies(String session) {
    return upstream.received("").stream()
        .filter(it -> it.httpMethod().equals("POST") && it.header("mcp-session-id").equals(session))
        .map(Received::text)
        .toList();
  }

  private List<String> replies() {
    return replies(call.arrived().header("mcp-session-id"));
  }

  private String reply(int count) {
    Await.until(count + " answers to the upstream", () -> replies().size() >= count);
    return replies().get(count - 1);
  }

  private int errorCode(int count) {
    return Json.read(reply(count)).path("error").path("code").asInt();
  }

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
    call.arrived();
    upstream.on("tools/call", second);
    RawConnection other = client.begin(McpClient.callMessage("8", "up__echo", "{}"));
    second.arrived();
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
    call.arrived();
    upstream.on("tools/call", second);
    RawConnection other = client.begin(McpClient.callMessage("8", "up__echo", "{}"));
    second.arrived();
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
