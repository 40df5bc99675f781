package io.leasegate.sim;

import static io.leasegate.sim.SimSession.callMessage;
import static io.leasegate.sim.SimSession.waitFor;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasegate.sim.SimSession.Answer;
import io.vertx.core.Future;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimFailuresTest {

  private final SimSession sim = SimSession.open();

  @AfterEach
  void close() {
    sim.close();
  }

  @Test
  void errorIsAResultAndRpcErrorIsNone() {
    assertThat(sim.call("fail", "{\"mode\":\"error\"}").json().at("/result/isError").asBoolean())
        .isTrue();
    assertThat(sim.call("fail", "{\"mode\":\"rpc_error\"}").json().at("/error/code").asInt())
        .isEqualTo(-32603);
  }

  @Test
  void disconnectCutsTheConnectionAfterItCounted() {
    assertThatThrownBy(() -> sim.call("fail", "{\"mode\":\"disconnect\",\"title\":\"cut\"}"))
        .hasMessageContaining("closed");

    assertThat(sim.count("cut")).isEqualTo(1);
  }

  @Test
  void hangNeverAnswersAndKeepsNothing() {
    Future<HttpClientResponse> answer =
        begin(callMessage("7", "fail", "{\"mode\":\"hang\",\"title\":\"hung\"}"));

    sim.untilRunning("hung");

    assertThat(answer.isComplete()).isFalse();
    assertThat(sim.server.runningCalls()).isZero();
  }

  @Test
  void aCancelledCallIsNotAnswered() {
    Future<HttpClientResponse> answer =
        begin(callMessage("\"x\"", "slow", "{\"ms\":3600000,\"title\":\"long\"}"));
    sim.untilRunning("long");

    sim.post(cancel("\"other\""));
    assertThat(sim.server.runningCalls()).isEqualTo(1);
    assertThat(sim.post(cancel("\"x\"")).status()).isEqualTo(202);

    assertThat(sim.server.runningCalls()).isZero();
    assertThat(answer.isComplete()).isFalse();
  }

  @Test
  void anotherSessionOrAnotherTypeOfIdCancelsNothing() {
    begin(callMessage("77", "slow", "{\"ms\":3600000,\"title\":\"long\"}"));
    sim.untilRunning("long");

    sim.post(cancel("\"77\""));
    String own = sim.headers.put("mcp-session-id", sim.newSession());
    sim.post(cancel("77"));

    assertThat(own).isNotNull();
    assertThat(sim.server.runningCalls()).isEqualTo(1);
  }

  @Test
  void aClientThatVanishesDoesNotCancelAndHarmsNobody() {
    HttpClientRequest request =
        waitFor(
            sim.client
                .request(HttpMethod.POST, sim.http.port(), "127.0.0.1", "/mcp")
                .compose(
                    begun -> {
                      sim.headers.forEach(begun::putHeader);
                      String arguments = "{\"ms\":50,\"title\":\"left\"}";
                      String message = callMessage("9", "slow", arguments);
                      return begun.end(message).map(begun);
                    }));
    sim.untilRunning("left");

    waitFor(request.connection().close());
    for (int look = 0; look < 100_000 && sim.server.runningCalls() > 0; look++) {
      sim.count("left");
    }

    assertThat(sim.server.runningCalls()).isZero();
    assertThat(sim.call("echo", "{\"text\":\"alive\"}").status()).isEqualTo(200);
  }

  @Test
  void theErrorRateHitsTheSameCallsForTheSameSeed() {
    try (SimSession one = new SimSession(SimOptions.DEFAULT.withErrors(0.3, 42))) {
      String first = errors(one);
      one.server.reset();

      assertThat(errors(one)).isEqualTo(first).contains("E", ".");
      assertThat(first.chars().filter(c -> c == 'E').count()).isBetween(15L, 45L);
    }
  }

  @Test
  void aCallThatWaitsForItsLatencyHasNotRun() {
    SimOptions late = SimOptions.DEFAULT.withLatency(Duration.ofHours(1));
    try (SimSession slowed = new SimSession(late)) {
      Future<HttpClientResponse> answer =
          slowed.begin(
              HttpMethod.POST,
              "/mcp",
              callMessage("1", "echo", "{\"text\":\"x\"}").getBytes(UTF_8));
      for (int look = 0; look < 10_000 && slowed.server.runningCalls() == 0; look++) {
        slowed.post("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
      }
      slowed.post(cancel("1"));

      assertThat(slowed.server.runningCalls()).isZero();
      assertThat(answer.isComplete()).isFalse();
    }
  }

  @Test
  void latencyDelaysAndThenAnswers() {
    SimOptions late = SimOptions.DEFAULT.withLatency(Duration.ofMillis(2)).withPayload(100);
    try (SimSession slowed = new SimSession(late)) {
      Answer answer = slowed.call("echo", "{\"text\":\"x\"}");

      assertThat(answer.structured().path("text").asText()).isEqualTo("x");
      assertThat(answer.json().at("/result/content/1/text").asText()).hasSize(100);
    }
  }

  private static String errors(SimSession sim) {
    return IntStream.range(0, 100)
        .mapToObj(i -> sim.call("echo", "{\"text\":\"x\"}"))
        .map(answer -> answer.json().at("/result/isError").asBoolean() ? "E" : ".")
        .reduce("", String::concat);
  }

  private Future<HttpClientResponse> begin(String message) {
    return sim.begin(HttpMethod.POST, "/mcp", message.getBytes(UTF_8));
  }

  private static String cancel(String id) {
    return "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
        + id
        + "}}";
  }
}
