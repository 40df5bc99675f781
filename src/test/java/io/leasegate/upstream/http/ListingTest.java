package io.leasegate.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.app.RunningGateway;
import io.leasegate.testing.Await;
import io.leasegate.testing.HeldReply;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.Reply;
import io.leasegate.testing.ScriptedUpstream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How tools become known, and what an upstream can do about it. */
final class ListingTest {

  private static final String LIST_CHANGED =
      "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}";

  private final ScriptedUpstream upstream = ScriptedUpstream.start();
  private final ScriptedUpstream healthy = ScriptedUpstream.start();

  @AfterEach
  void stop() {
    upstream.close();
    healthy.close();
  }

  private RunningGateway.Setup both() {
    return RunningGateway.setup().upstream("up", upstream).upstream("well", healthy);
  }

  /** The upstreams' tools as they are listed; the gateway's own left out. */
  private static List<String> listed(RunningGateway gateway) {
    List<String> names = new ArrayList<>();
    for (JsonNode tool : tools(gateway)) {
      String name = tool.path("name").asText();
      if (!name.startsWith("scopegate_") && !name.startsWith("leasegate_")) {
        names.add(name);
      }
    }
    return names;
  }

  private static JsonNode tools(RunningGateway gateway) {
    return gateway.session().post(McpClient.request("1", "tools/list")).result().path("tools");
  }

  /** Lets time pass until something is so. */
  private static void passUntil(RunningGateway gateway, Duration step, List<String> expected) {
    Await.until(
        expected.toString(),
        () -> {
          gateway.clock().advance(step);
          return listed(gateway).equals(expected);
        });
  }

  private static void awaitListed(RunningGateway gateway, String... names) {
    Await.until(String.join(", ", names), () -> listed(gateway).equals(List.of(names)));
  }

  @Test
  void allPagesAreRead() {
    // Given
    upstream
        .next(
            "tools/list",
            Reply.result(
                "{\"tools\":[" + ScriptedUpstream.tool("a") + "],\"nextCursor\":\"p\\\"2\"}"))
        .next("tools/list", Reply.result("{\"tools\":[" + ScriptedUpstream.tool("b") + "]}"));
    // When
    try (RunningGateway gateway = both().start()) {
      // Then
      assertThat(listed(gateway)).containsExactly("up__a", "up__b", "well__echo");
    }
  }

  @Test
  void theCursorGoesBackAsItCame() {
    // Given
    upstream.next("tools/list", Reply.result("{\"tools\":[],\"nextCursor\":\"\\ud800\\\"é\"}"));
    // When
    try (RunningGateway gateway = both().startAtOnce()) {
      gateway.awaitUpstreams();
      // Then
      assertThat(upstream.await("tools/list", 2).text()).contains("\"cursor\":\"\\ud800\\\"é\"");
    }
  }

  @Test
  void aListThatGoesInACircleIsGivenUp() {
    // Given
    upstream.on(
        "tools/list",
        Reply.result("{\"tools\":[" + ScriptedUpstream.tool("a") + "],\"nextCursor\":\"again\"}"));
    // When
    try (RunningGateway gateway = both().startAtOnce()) {
      awaitListed(gateway, "well__echo");
      // Then
      Await.until("said", () -> gateway.admin("/readyz").text().contains("does not end"));
    }
  }

  @Test
  void aListThatNeverEndsIsGivenUp() {
    // Given
    upstream.on(
        "tools/list",
        (received, request) ->
            Reply.result(
                    "{\"tools\":[],\"nextCursor\":\""
                        + upstream.received("tools/list").size()
                        + "\"}")
                .answer(received, request));
    // When
    try (RunningGateway gateway = both().startAtOnce()) {
      // Then
      Await.until("said", () -> gateway.admin("/readyz").text().contains("does not end"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"tools\":{}}",
        "{\"tools\":null}",
        "{\"tools\":\"x\"}",
        "[]",
        "null",
        "{\"tools\":[],\"tools\":[]}"
      })
  void whatIsNoListIsAProblemOfThatUpstreamAlone(String result) {
    // Given
    upstream.on("tools/list", Reply.result(result));
    // When
    try (RunningGateway gateway = both().startAtOnce()) {
      // Then
      awaitListed(gateway, "well__echo");
      Await.until("said", () -> gateway.admin("/readyz").text().contains("tools/list"));
    }
  }

  @Test
  void whatIsNoToolIsLeftOut() {
    // Given
    upstream.tools(
        "1",
        "null",
        "[]",
        "{}",
        "{\"name\":1}",
        "{\"name\":\"a\",\"name\":\"well__echo\"}",
        "{\"name\":\"b\",\"\\u006eame\":\"scopegate_x\"}",
        ScriptedUpstream.tool("good"),
        ScriptedUpstream.tool("good"));
    // When
    try (RunningGateway gateway = both().start()) {
      // Then
      assertThat(listed(gateway)).containsExactly("up__good", "well__echo");
    }
  }

  @Test
  void toolsKeepEveryByteThatIsNotTheGateways() {
    // Given
    String tool =
        "{\"title\":\"\\u00fc\",\"x\":1.50e+1,\"name\":\"t\",\"z\":[1,2 , 3],\"inputSchema\":true}";
    upstream.tools(tool);
    // When
    try (RunningGateway gateway = both().start()) {
      RawResponse answer = gateway.session().post(McpClient.request("1", "tools/list"));
      // Then
      assertThat(answer.text()).contains(tool.replace("\"t\"", "\"up__t\""));
    }
  }

  @Test
  void manyToolsAreListedInPages() {
    // Given
    String[] tools = new String[2500];
    for (int i = 0; i < tools.length; i++) {
      tools[i] = ScriptedUpstream.tool("t" + i);
    }
    upstream.tools(tools);
    try (RunningGateway gateway = RunningGateway.with(upstream).start()) {
      McpClient client = gateway.session();
      List<String> names = new ArrayList<>();
      // When
      String params = "{}";
      while (!params.isEmpty()) {
        JsonNode page =
            client
                .post(
                    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":"
                        + params
                        + "}")
                .result();
        page.path("tools").forEach(tool -> names.add(tool.path("name").asText()));
        params = page.has("nextCursor") ? "{\"cursor\":" + page.path("nextCursor") + "}" : "";
      }
      // Then
      assertThat(names.stream().filter(name -> name.startsWith("up__")).distinct()).hasSize(2500);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\"",
        "\"x\"",
        "1",
        "null",
        "{}",
        "\"dG9vbHM6LTE\"",
        "\"dG9vbHM6OTk5OTk5OTk5OTk5\"",
        "\"\\ud800\""
      })
  void aCursorThatWasNeverGivenIsInvalidParams(String cursor) {
    // Given
    try (RunningGateway gateway = RunningGateway.with(healthy).start()) {
      // When
      RawResponse answer =
          gateway
              .session()
              .post(
                  "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\",\"params\":{\"cursor\":"
                      + cursor
                      + "}}");
      // Then
      assertThat(answer.errorCode()).isEqualTo(-32602);
    }
  }

  @Test
  void aChangeThatIsToldWhileTheListIsReadIsReadToo() {
    // Given
    try (RunningGateway gateway = RunningGateway.with(upstream).start()) {
      upstream.awaitStream();
      HeldReply held = new HeldReply();
      upstream.next("tools/list", held);
      gateway.clock().advance(Duration.ofSeconds(60));
      held.arrived();
      int lists = upstream.received("tools/list").size();
      // When
      upstream.push(LIST_CHANGED);
      upstream.push("{\"jsonrpc\":\"2.0\",\"id\":\"marker\",\"method\":\"ping\"}");
      Await.until(
          "heard",
          () -> upstream.received().stream().anyMatch(it -> it.text().contains("marker\",\"res")));
      held.release(Reply.result("{\"tools\":[]}"));
      // Then
      Await.until(
          "read again within a second of the clock",
          () -> {
            gateway.clock().advance(Duration.ofMillis(20));
            gateway.admin("/livez"); // no faster than the gateway comes along
            return upstream.received("tools/list").size() > lists;
          });
      assertThat(gateway.clock().nanoTime()).isLessThan(Duration.ofSeconds(1 + 60 + 50).toNanos());
    }
  }

  @Test
  void changesThatDoNotEndDoNotKeepTheListFromBeingRead() {
    // Given
    try (RunningGateway gateway = RunningGateway.with(upstream).start()) {
      upstream.awaitStream();
      int lists = upstream.received("tools/list").size();
      // When
      for (int told = 0; told < 10; told++) {
        upstream.push(LIST_CHANGED);
        upstream.push("{\"jsonrpc\":\"2.0\",\"id\":\"m" + told + "\",\"method\":\"ping\"}");
        String answer = "\"id\":\"m" + told + "\",\"result\"";
        Await.until(
            answer, () -> upstream.received().stream().anyMatch(it -> it.text().contains(answer)));
        gateway.clock().advance(Duration.ofMillis(60));
      }
      // Then
      Await.until("read", () -> upstream.received("tools/list").size() > lists);
    }
  }

  @Test
  void anUpstreamThatEndsItsStreamAtOnceIsNotAskedInACircle() {
    // Given
    upstream.on("GET", Reply.events());
    try (RunningGateway gateway = RunningGateway.with(upstream).start()) {
      upstream.await("GET", 1);
      int before = upstream.received("tools/list").size();
      // When
      for (int second = 0; second < 50; second++) {
        gateway.clock().advance(Duration.ofSeconds(1));
        gateway.session().post(McpClient.request("1", "ping"));
      }
      // Then
      assertThat(upstream.received("tools/list").size() - before).isLessThan(2);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {405, 404, 500, 200})
  void anUpstreamWithoutAStreamIsReadAgainEachMinute(int status) {
    // Given
    upstream.on("GET", Reply.status(status, Map.of("content-type", "text/plain"), "no"));
    try (RunningGateway gateway = RunningGateway.with(upstream).start()) {
      upstream.await("GET", 1);
      upstream.tools(ScriptedUpstream.tool("other"));
      // Then
      passUntil(gateway, Duration.ofSeconds(30), List.of("up__other"));
    }
  }

  @Test
  void aStreamThatFailedOnceIsOpenedAgain() {
    // Given
    upstream.next("GET", Reply.status(503));
    try (RunningGateway gateway = RunningGateway.with(upstream).start()) {
      upstream.await("GET", 1);
      // When
      Await.until(
          "a stream",
          () -> {
            gateway.clock().advance(Duration.ofSeconds(30));
            return upstream.received("GET").size() > 1;
          });
      // Then
      upstream.awaitStream();
    }
  }

  @Test
  void anUpstreamThatIsAwayKeepsItsTools() {
    // Given
    try (RunningGateway gateway = both().start()) {
      upstream.awaitStream();
      gateway.clock().advance(Duration.ofSeconds(10));
      // When
      upstream.goAway();
      Await.until(
          "away",
          () -> {
            gateway.clock().advance(Duration.ofSeconds(1));
            return gateway.admin("/readyz").text().contains("upstream up");
          });
      // Then
      assertThat(listed(gateway)).containsExactly("up__echo", "well__echo");
    }
  }

  @Test
  void anUpstreamThatComesBackIsReadAgain() {
    // Given
    try (RunningGateway gateway = both().start()) {
      upstream.awaitStream();
      gateway.clock().advance(Duration.ofSeconds(10));
      upstream.goAway();
      Await.until(
          "away",
          () -> {
            gateway.clock().advance(Duration.ofSeconds(1));
            return gateway.admin("/readyz").text().contains("upstream up");
          });
      // When
      upstream.tools(ScriptedUpstream.tool("back"));
      upstream.comeBack();
      // Then
      passUntil(gateway, Duration.ofSeconds(5), List.of("up__back", "well__echo"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
  void everyLegacyVersionOfAnUpstreamIsSpoken(String version) {
    // Given
    upstream.initializesWith(ScriptedUpstream.initializeResult(version));
    // When
    try (RunningGateway gateway = RunningGateway.with(upstream).start()) {
      gateway.session().call("up__echo", "{}");
      // Then
      assertThat(upstream.await("tools/call", 1).header("mcp-protocol-version")).isEqualTo(version);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"protocolVersion\":\"1999-01-01\"}",
        "{\"protocolVersion\":\"2026-07-28\"}",
        "{\"protocolVersion\":20251125}",
        "{}",
        "[]",
        "\"x\"",
        "{\"protocolVersion\":\"2025-11-25\",\"protocolVersion\":\"1\"}"
      })
  void anUpstreamThatAnswersInitializeWithGarbageHarmsNobodyElse(String result) {
    // Given
    upstream.on("initialize", Reply.result(result));
    // When
    try (RunningGateway gateway = both().startAtOnce()) {
      awaitListed(gateway, "well__echo");
      // Then
      Await.until("ready", () -> gateway.admin("/readyz").status() == 200);
      assertThat(gateway.admin("/readyz").text()).contains("upstream up");
    }
  }
}
