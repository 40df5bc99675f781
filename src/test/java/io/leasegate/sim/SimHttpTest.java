package io.leasegate.sim;

import static io.leasegate.sim.SimSession.callMessage;
import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.sim.SimSession.Answer;
import io.vertx.core.http.HttpMethod;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SimHttpTest {

  private final SimSession sim = SimSession.open();

  @AfterEach
  void close() {
    sim.close();
  }

  @ParameterizedTest
  @CsvSource({
    "2025-11-25, 2025-11-25",
    "2025-06-18, 2025-06-18",
    "2025-03-26, 2025-03-26",
    "2024-11-05, 2025-03-26",
    "2026-07-28, 2025-11-25",
    "nonsense, 2025-11-25"
  })
  void theVersionIsNegotiated(String asked, String given) {
    Answer answer =
        sim.post(
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{\"protocolVersion\":\""
                + asked
                + "\"}}");

    assertThat(answer.json().at("/result/protocolVersion").asText()).isEqualTo(given);
    assertThat(answer.headers().get("mcp-session-id")).matches("[!-~]{16,}");
  }

  @Test
  void sessionsAreNeededAndKnown() {
    sim.headers.remove("mcp-session-id");
    assertRefused(sim.call("echo", "{\"text\":\"x\"}"), 400, -32000);

    sim.headers.put("mcp-session-id", "0123");
    Answer unknown = sim.call("echo", "{\"text\":\"x\"}");
    assertRefused(unknown, 404, -32001);
    assertThat(unknown.json().at("/error/message").asText()).isEqualTo("Session not found");
  }

  @Test
  void aNotificationAndAResponseAreTaken() {
    for (String message :
        new String[] {
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}",
          "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{}}",
          "{\"jsonrpc\":\"2.0\",\"id\":4,\"result\":{}}"
        }) {
      Answer answer = sim.post(message);
      assertThat(answer.status()).as(message).isEqualTo(202);
      assertThat(answer.body()).isEmpty();
    }
  }

  @Test
  void methodsAndToolsThatDoNotExist() {
    assertRefused(sim.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x/\\ud800\"}"), 200, -32601);
    assertRefused(sim.call("nothing", "{}"), 200, -32602);
    assertRefused(
        sim.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}"), 200, -32602);
    assertThat(sim.post("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}").body())
        .isEqualTo("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
  }

  @ParameterizedTest
  @CsvSource({
    "accept, application/json, 406",
    "content-type, text/plain, 415",
    "mcp-protocol-version, 2026-07-28, 400",
    "mcp-protocol-version, 2025-06-18, 200",
    "origin, https://evil.example, 403",
    "origin, null, 403",
    "origin, http://localhost:3000, 200"
  })
  void headersAreHeldToTheRules(String name, String value, int status) {
    sim.headers.put(name, value);

    assertThat(sim.call("echo", "{\"text\":\"x\"}").status()).isEqualTo(status);
  }

  @Test
  void otherMethodsAndPathsAreRefused() {
    Answer put = sim.send(HttpMethod.PUT, "/mcp", new byte[0]);
    assertThat(put.status()).isEqualTo(405);
    assertThat(put.headers().get("allow")).isEqualTo("GET, POST, DELETE");
    assertThat(sim.send(HttpMethod.GET, "/", new byte[0]).status()).isEqualTo(404);
    assertThat(sim.send(HttpMethod.GET, "/reset", new byte[0]).status()).isEqualTo(404);
    assertThat(sim.send(HttpMethod.POST, "/tools?further=x", new byte[0]).status()).isEqualTo(400);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "1",
        "-7",
        "1.50",
        "1E+3",
        "12345678901234567890123456789012345678901234567890",
        "\"\"",
        "\"1\"",
        "\"\\u0041\\/\\ud800\"",
        "\"grüß 🚪\""
      })
  void idsComeBackAsTheyWereWritten(String id) {
    assertThat(sim.post(callMessage(id, "echo", "{\"text\":\"x\"}")).body())
        .startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"result\":");
    assertThat(sim.post(callMessage(" \n " + id + " \t ", "nothing", "{}")).body())
        .startsWith("{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":");
  }

  @Test
  void aHugeIdComesBackWhole() {
    String id = "\"" + "é".repeat(200_000) + "\"";

    assertThat(sim.post(callMessage(id, "echo", "{\"text\":\"x\"}")).body()).contains(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "true", "{}", "[1]"})
  void otherIdsAreInvalid(String id) {
    assertRefused(sim.post(callMessage(id, "echo", "{\"text\":\"x\"}")), 400, -32600);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'jsonrpc':'2.0','id':1,'method':'ping' | -32700",
        "{} {} | -32700",
        "[] | -32600",
        "'x' | -32600",
        "{} | -32600",
        "{'jsonrpc':'1.0','id':1,'method':'ping'} | -32600",
        "{'jsonrpc':'2.0','id':1,'method':7} | -32600",
        "{'jsonrpc':'2.0','id':1} | -32600",
        "{'jsonrpc':'2.0','id':1,'method':'ping','params':[]} | -32602",
        "{'jsonrpc':'2.0','params/_meta':{'progressToken':1}} | -32600"
      })
  void whatIsNoMessageIsRefused(String body, int code) {
    assertRefused(sim.post(body.replace('\'', '"')), 400, code);
  }

  @Test
  void hostileBytesAreAParseError() {
    String ping = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
    byte[] badUtf8 = callMessage("1", "echo", "{\"text\":\"?\"}").getBytes(UTF_8);
    badUtf8[new String(badUtf8, UTF_8).indexOf('?')] = (byte) 0xC3;
    String deep = callMessage("1", "echo", "[".repeat(100_000) + "]".repeat(100_000));
    Map<String, byte[]> bodies =
        Map.of(
            "empty", new byte[0],
            "invalid UTF-8", badUtf8,
            "UTF-16", ping.getBytes(UTF_16BE),
            "byte order mark", ("\uFEFF" + ping).getBytes(UTF_8),
            "too deep", deep.getBytes(UTF_8),
            "a number of 5,000 digits",
                callMessage("9".repeat(5_000), "echo", "{}").getBytes(UTF_8));

    bodies.forEach(
        (name, body) -> {
          Answer answer = sim.send(HttpMethod.POST, "/mcp", body);
          assertThat(answer.json().at("/error/code").asInt()).as(name).isEqualTo(-32700);
          assertThat(answer.status()).as(name).isEqualTo(400);
        });
    assertThat(sim.call("echo", "{\"text\":\"alive\"}").status()).isEqualTo(200);
  }

  @Test
  void aBodyOverTheLimitIsRefused() {
    assertThat(sim.send(HttpMethod.POST, "/mcp", new byte[McpEndpoint.MAX_BODY + 1]).status())
        .isEqualTo(413);
  }

  private static void assertRefused(Answer answer, int status, int code) {
    assertThat(answer.json().at("/error/code").asInt()).as(answer.body()).isEqualTo(code);
    assertThat(answer.status()).isEqualTo(status);
  }
}
