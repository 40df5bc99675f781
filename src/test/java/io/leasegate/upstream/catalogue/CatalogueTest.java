package io.leasegate.upstream.catalogue;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.app.RunningGateway;
import io.leasegate.testing.Await;
import io.leasegate.testing.CapturedLog;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.ScriptedUpstream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names, what is exposed, and what a reload changes; seen from outside. */
final class CatalogueTest {

  private static final String KEY = "_sg_idempotency_key";

  private final ScriptedUpstream first = ScriptedUpstream.start();
  private final ScriptedUpstream second = ScriptedUpstream.start();

  @AfterEach
  void stop() {
    first.close();
    second.close();
  }

  private static JsonNode listed(RunningGateway gateway, String path) {
    return gateway
        .client()
        .at(path)
        .initialize()
        .post(McpClient.request("1", "tools/list"))
        .result()
        .path("tools");
  }

  private static List<String> names(RunningGateway gateway, String path) {
    List<String> names = new ArrayList<>();
    for (JsonNode tool : listed(gateway, path)) {
      String name = tool.path("name").asText();
      if (!name.startsWith("scopegate_") && !name.startsWith("leasegate_")) {
        names.add(name);
      }
    }
    return names;
  }

  private static List<String> names(RunningGateway gateway) {
    return names(gateway, "/mcp");
  }

  private static boolean isWrite(RunningGateway gateway, String name) {
    for (JsonNode tool : listed(gateway, "/mcp")) {
      if (tool.path("name").asText().equals(name)) {
        return tool.path("inputSchema").path("properties").has(KEY);
      }
    }
    throw new AssertionError("not listed: " + name);
  }

  private static String tool(String name, String annotations) {
    return "{\"name\":\""
        + name
        + "\",\"inputSchema\":{\"type\":\"object\"},\"annotations\":"
        + annotations
        + "}";
  }

  @Test
  void toolsAreListedUpstreamByUpstreamInTheirOrder() {
    // Given
    first.tools(ScriptedUpstream.tool("z"), ScriptedUpstream.tool("a"));
    // When
    try (RunningGateway gateway =
        RunningGateway.setup().upstream("two", second).upstream("one", first).start()) {
      // Then
      assertThat(names(gateway)).containsExactly("two__echo", "one__z", "one__a");
    }
  }

  @Test
  void atItsOwnDoorAnUpstreamsNamesAreUnchanged() {
    // Given
    first.tools(ScriptedUpstream.tool("a.b/c"), ScriptedUpstream.tool("x".repeat(100)));
    // When
    try (RunningGateway gateway = RunningGateway.setup().upstream("one", first).start()) {
      // Then
      assertThat(names(gateway, "/mcp/one")).containsExactly("a.b/c", "x".repeat(100));
    }
  }

  @Test
  void aToolOutsideExposeIsNotListed() {
    // Given
    first.tools(ScriptedUpstream.tool("read_a"), ScriptedUpstream.tool("drop"));
    // When
    try (RunningGateway gateway =
        RunningGateway.setup().upstream("one", first, "expose: [\"read_*\"]").start()) {
      // Then
      assertThat(names(gateway)).containsExactly("one__read_a");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/mcp", "/mcp/one"})
  void aToolOutsideExposeIsUnknown(String path) {
    // Given
    first.tools(ScriptedUpstream.tool("read_a"), ScriptedUpstream.tool("drop"));
    try (RunningGateway gateway =
        RunningGateway.setup().upstream("one", first, "expose: [\"read_*\"]").start()) {
      // When
      RawResponse answer =
          gateway
              .client()
              .at(path)
              .initialize()
              .call(path.equals("/mcp") ? "one__drop" : "drop", "{}");
      // Then
      assertThat(answer.errorCode()).isEqualTo(-32602);
    }
  }

  @Test
  void aToolThatRequiresATaskIsUnknown() {
    // Given
    first.tools(
        "{\"name\":\"t\",\"inputSchema\":{},\"execution\":{\"taskSupport\":\"required\"}}",
        "{\"name\":\"o\",\"inputSchema\":{},\"execution\":{\"taskSupport\":\"optional\"}}");
    // When
    try (RunningGateway gateway = RunningGateway.setup().upstream("one", first).start()) {
      // Then
      assertThat(names(gateway)).containsExactly("one__o");
    }
  }

  @Test
  void anAliasIsListedAndGoesToItsTool() {
    // Given
    first.tools(ScriptedUpstream.tool("internal"));
    try (RunningGateway gateway =
        RunningGateway.setup()
            .upstream("one", first, "tools: { internal: { alias: nice } }")
            .start()) {
      // When
      gateway.session().call("one__nice", "{}");
      // Then
      assertThat(first.await("tools/call", 1).json().path("params").path("name").asText())
          .isEqualTo("internal");
    }
  }

  @Test
  void anAliasThatTakesAnothersNameHidesTheLater() {
    // Given
    first.tools(ScriptedUpstream.tool("a"), ScriptedUpstream.tool("b"));
    // When
    try (RunningGateway gateway =
        RunningGateway.setup().upstream("one", first, "tools: { a: { alias: b } }").start()) {
      gateway.session().call("one__b", "{}");
      // Then
      assertThat(
              names(gateway)
                  + first.await("tools/call", 1).json().path("params").path("name").asText())
          .isEqualTo("[one__b]a");
    }
  }

  @Test
  void aClashWithoutPrefixHidesTheLaterTool() {
    // Given
    first.tools(ScriptedUpstream.tool("two__echo"), ScriptedUpstream.tool("own"));
    // When
    try (RunningGateway gateway =
        RunningGateway.setup()
            .upstream("one", first, "prefix: false")
            .upstream("two", second)
            .start()) {
      // Then
      assertThat(names(gateway)).containsExactly("two__echo", "own");
    }
  }

  @Test
  void aClashIsSaidInTheLog() {
    // Given
    first.tools(ScriptedUpstream.tool("two__echo"));
    // When
    try (CapturedLog log = CapturedLog.open();
        RunningGateway gateway =
            RunningGateway.setup()
                .upstream("one", first, "prefix: false")
                .upstream("two", second)
                .start()) {
      // Then
      Await.until(
          "said by " + gateway.port(),
          () -> log.text().contains("an earlier tool has this name: hidden"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"scopegate_request_capability", "leasegate_lease_acquire", "scopegate_"})
  void anUpstreamCannotTakeTheGatewaysOwnNames(String name) {
    // Given
    first.tools(ScriptedUpstream.tool(name), ScriptedUpstream.tool("own"));
    // When
    try (RunningGateway gateway =
        RunningGateway.setup().upstream("one", first, "prefix: false").start()) {
      gateway.session().call(name, "{}");
      // Then
      assertThat(first.received("tools/call")).isEmpty();
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with space",
        "a.b",
        "ünïcode",
        "😀",
        "",
        "quote\"s",
        "line\nbreak",
        "../../etc",
        "a:b",
        "looooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooong"
      })
  void aStrangeNameIsListedInAFormThatModelsTake(String name) {
    // Given
    first.tools(ScriptedUpstream.tool(name));
    // When
    try (RunningGateway gateway = RunningGateway.setup().upstream("one", first).start()) {
      // Then
      assertThat(names(gateway)).allMatch(it -> it.matches("one__[A-Za-z0-9_-]{0,45}"));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"with space", "a.b", "ünïcode", "x\"y"})
  void bothFormsOfANameCanBeCalled(String name) {
    // Given
    first.tools(ScriptedUpstream.tool(name));
    try (RunningGateway gateway = RunningGateway.setup().upstream("one", first).start()) {
      // When
      gateway.session().call(names(gateway).get(0), "{}");
      gateway.session().call("one__" + name, "{}");
      // Then
      assertThat(first.await("tools/call", 2).json().path("params").path("name").asText())
          .isEqualTo(name);
    }
  }

  @Test
  void aToolIsAWriteUnlessATrustedUpstreamSaysOtherwise() {
    // Given
    first.tools(tool("r", "{\"readOnlyHint\":true}"), tool("w", "{}"));
    // When
    try (RunningGateway gateway =
        RunningGateway.setup().upstream("one", first, "trust_annotations: true").start()) {
      // Then
      assertThat(isWrite(gateway, "one__r") + " " + isWrite(gateway, "one__w"))
          .isEqualTo("false true");
    }
  }

  @Test
  void anUntrustedAnnotationIsNotBelieved() {
    // Given
    first.tools(tool("r", "{\"readOnlyHint\":true}"));
    // When
    try (RunningGateway gateway =
        RunningGateway.setup().upstream("one", first, "trust_annotations: false").start()) {
      // Then
      assertThat(isWrite(gateway, "one__r")).isTrue();
    }
  }

  /** The upstream calls its write a read from now on, and says that its list has changed. */
  private void loosen(RunningGateway gateway) {
    first
        .awaitStream()
        .tools(tool("w", "{\"readOnlyHint\":true}"), ScriptedUpstream.tool("marker"));
    first.push("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");
    Await.until(
        "the new list",
        () -> {
          gateway.clock().advance(Duration.ofSeconds(1));
          return names(gateway).contains("one__marker");
        });
  }

  @Test
  void aWriteThatItsUpstreamCallsAReadStaysAWrite() {
    // Given
    first.tools(tool("w", "{}"));
    try (RunningGateway gateway =
        RunningGateway.setup().upstream("one", first, "trust_annotations: true").start()) {
      // When
      loosen(gateway);
      // Then
      assertThat(isWrite(gateway, "one__w")).isTrue();
    }
  }

  @Test
  void whenTheOperatorReloadsTheAnnotationIsBelievedAgain() {
    // Given
    first.tools(tool("w", "{}"));
    RunningGateway.Setup setup =
        RunningGateway.setup().upstream("one", first, "trust_annotations: true");
    try (RunningGateway gateway = setup.start()) {
      loosen(gateway);
      // When
      gateway.reload(setup);
      // Then
      Await.until("a read", () -> !isWrite(gateway, "one__w"));
    }
  }

  @Test
  void aReloadAddsAnUpstream() {
    // Given
    RunningGateway.Setup setup = RunningGateway.setup().upstream("one", first);
    try (RunningGateway gateway = setup.start()) {
      // When
      gateway.reload(setup.upstream("two", second));
      // Then
      Await.until("both", () -> names(gateway).equals(List.of("one__echo", "two__echo")));
    }
  }

  @Test
  void aReloadTakesAnUpstreamAway() {
    // Given
    RunningGateway.Setup setup =
        RunningGateway.setup().upstream("one", first).upstream("two", second);
    try (RunningGateway gateway = setup.start()) {
      // When
      gateway.reload(setup.without("one"));
      // Then
      Await.until("one of them", () -> names(gateway).equals(List.of("two__echo")));
    }
  }

  @Test
  void theToolsOfAnUpstreamThatWentAwayAreUnknown() {
    // Given
    RunningGateway.Setup setup =
        RunningGateway.setup().upstream("one", first).upstream("two", second);
    try (RunningGateway gateway = setup.start()) {
      gateway.reload(setup.without("one"));
      Await.until("one of them", () -> names(gateway).equals(List.of("two__echo")));
      // When
      RawResponse answer = gateway.session().call("one__echo", "{}");
      // Then
      assertThat(answer.errorCode()).isEqualTo(-32602);
    }
  }

  @Test
  void anUpstreamThatDidNotChangeKeepsItsSessions() {
    // Given
    RunningGateway.Setup setup = RunningGateway.setup().upstream("one", first);
    try (RunningGateway gateway = setup.start()) {
      gateway.session().call("one__echo", "{}");
      int sessions = first.received("initialize").size();
      gateway.reload(setup.upstream("two", second));
      Await.until("both", () -> names(gateway).size() == 2);
      // When
      gateway.session().call("one__echo", "{}");
      // Then
      assertThat(first.received("initialize")).hasSize(sessions);
    }
  }

  @Test
  void sessionsAreToldOfAReload() {
    // Given
    RunningGateway.Setup setup = RunningGateway.setup().upstream("one", first);
    try (RunningGateway gateway = setup.start()) {
      RawConnection stream = gateway.session().stream();
      // When
      gateway.reload(setup.upstream("two", second));
      // Then
      assertThat(stream.readEvent()).contains("notifications/tools/list_changed");
      stream.close();
    }
  }

  @Test
  void aConfigurationThatIsWrongChangesNothing() {
    // Given
    RunningGateway.Setup setup = RunningGateway.setup().upstream("one", first);
    try (RunningGateway gateway = setup.start()) {
      // When
      gateway.reload(setup.server("no_such_key: 1"));
      // Then
      Await.until("said", () -> gateway.admin("/readyz").text().contains("reload refused"));
      assertThat(names(gateway)).containsExactly("one__echo");
    }
  }
}
