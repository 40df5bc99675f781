package io.leasegate.sim;

import static io.leasegate.sim.SimSession.callMessage;
import static io.leasegate.sim.SimSession.json;
import static io.leasegate.sim.SimSession.waitFor;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.sim.SimSession.Answer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SimStreamsTest {

  private final SimSession sim = SimSession.open();

  @AfterEach
  void close() {
    sim.close();
  }

  @Test
  void progressComesBeforeTheResultAndCarriesTheTokenAsWritten() {
    String token = "\"t\\u006fken\\/1\"";
    Answer answer =
        sim.post(
            callMessage("5", "progress", "{\"steps\":3}", "{\"progressToken\":" + token + "}"));

    assertThat(answer.headers().get("content-type")).isEqualTo("text/event-stream");
    List<String> events = events(answer.body());
    assertThat(events).hasSize(4);
    for (int step = 1; step <= 3; step++) {
      String event = events.get(step - 1);
      assertThat(event).contains("\"progressToken\":" + token + ",");
      JsonNode params = json(event).path("params");
      assertThat(params.path("progress").asInt()).isEqualTo(step);
      assertThat(params.path("total").asInt()).isEqualTo(3);
    }
    assertThat(json(events.get(3)).path("id").asInt()).isEqualTo(5);
    assertThat(json(events.get(3)).at("/result/structuredContent/steps").asInt()).isEqualTo(3);
  }

  @Test
  void withoutATokenThereIsOnlyTheResult() {
    Answer answer = sim.call("progress", "{\"steps\":2}");

    assertThat(answer.headers().get("content-type")).isEqualTo("application/json");
    assertThat(answer.structured()).isEqualTo(json("{\"steps\":2}"));
  }

  @Test
  void progressCanBeCancelled() {
    String message = callMessage("5", "progress", "{\"steps\":10000}", "{\"progressToken\":1}");
    Queue<String> seen = new ConcurrentLinkedQueue<>();
    Promise<Void> first = Promise.promise();
    read(
        HttpMethod.POST,
        message,
        data -> {
          seen.add(data);
          first.tryComplete();
        });
    waitFor(first.future());

    sim.post(
        """
        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}""");

    assertThat(sim.server.runningCalls()).isZero();
    assertThat(String.join("", seen))
        .contains("notifications/progress")
        .doesNotContain("\"result\"");
  }

  @Test
  void aClientThatLeavesItsStreamHarmsNobody() {
    Promise<Void> first = Promise.promise();
    String message = callMessage("5", "progress", "{\"steps\":20}", "{\"progressToken\":1}");
    HttpClientResponse stream =
        waitFor(read(HttpMethod.POST, message, data -> first.tryComplete()));
    waitFor(first.future());

    waitFor(stream.request().connection().close());
    for (int look = 0; look < 100_000 && sim.server.runningCalls() > 0; look++) {
      sim.count("none");
    }

    assertThat(sim.server.runningCalls()).isZero();
    assertThat(sim.call("echo", "{\"text\":\"alive\"}").status()).isEqualTo(200);
  }

  @Test
  void changedToolsAreAnnouncedOnTheStreamOfEachSession() {
    Promise<String> announced = Promise.promise();
    StringBuilder seen = new StringBuilder();
    waitFor(
        read(
            HttpMethod.GET,
            "",
            data -> {
              seen.append(data);
              if (seen.indexOf("list_changed") >= 0 && seen.indexOf("\n\n", 10) >= 0) {
                announced.tryComplete(seen.toString());
              }
            }));

    assertThat(sim.send(HttpMethod.POST, "/tools?further=2", new byte[0]).status()).isEqualTo(204);

    assertThat(events(waitFor(announced.future())))
        .anySatisfy(
            event ->
                assertThat(json(event).path("method").asText())
                    .isEqualTo("notifications/tools/list_changed"));
    assertThat(sim.call("tool_0002", "{\"text\":\"x\"}").structured())
        .isEqualTo(json("{\"text\":\"x\"}"));
  }

  @Test
  void aSessionHasOneStreamAndItEndsWithTheSession() {
    Promise<Void> ended = Promise.promise();
    HttpClientResponse stream = waitFor(read(HttpMethod.GET, "", data -> {}));
    stream.request().connection().closeHandler(closed -> ended.tryFail("cut"));
    stream.endHandler(end -> ended.tryComplete());

    assertThat(sim.send(HttpMethod.GET, "/mcp", new byte[0]).status()).isEqualTo(409);
    assertThat(sim.send(HttpMethod.DELETE, "/mcp", new byte[0]).status()).isEqualTo(200);

    waitFor(ended.future());
    assertThat(sim.call("echo", "{\"text\":\"x\"}").status()).isEqualTo(404);
  }

  @Test
  void aStreamThatWasLeftCanBeOpenedAgain() {
    HttpClientResponse stream = waitFor(read(HttpMethod.GET, "", data -> {}));
    waitFor(stream.request().connection().close());

    int status = 409;
    for (int look = 0; look < 10_000 && status == 409; look++) {
      status = waitFor(read(HttpMethod.GET, "", data -> {})).statusCode();
    }

    assertThat(status).isEqualTo(200);
  }

  private Future<HttpClientResponse> read(
      HttpMethod method, String message, Consumer<String> reader) {
    return sim.exchange(
        method,
        "/mcp",
        message.getBytes(UTF_8),
        head -> {
          head.handler(data -> reader.accept(data.toString(UTF_8)));
          return Future.succeededFuture(head);
        });
  }

  private static List<String> events(String stream) {
    return stream.lines().filter(l -> l.startsWith("data: ")).map(l -> l.substring(6)).toList();
  }
}
