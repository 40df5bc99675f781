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
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import java.util.List;
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
    StringBuffer seen = new StringBuffer();
    Promise<Void> first = Promise.promise();
    Future<HttpClientResponse> head =
        begin(HttpMethod.POST, message)
            .onSuccess(
                response ->
                    response.handler(
                        data -> {
                          seen.append(data.toString(UTF_8));
                          first.tryComplete();
                        }));
    waitFor(head);
    waitFor(first.future());

    sim.post(
        """
        {"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}""");

    assertThat(sim.server.runningCalls()).isZero();
    assertThat(seen.toString()).contains("notifications/progress").doesNotContain("\"result\"");
  }

  @Test
  void changedToolsAreAnnouncedOnTheStreamOfEachSession() {
    HttpClientResponse stream = waitFor(begin(HttpMethod.GET, ""));
    Promise<String> announced = Promise.promise();
    StringBuffer seen = new StringBuffer();
    stream.handler(
        data -> {
          seen.append(data.toString(UTF_8));
          if (seen.indexOf("list_changed") >= 0 && seen.lastIndexOf("\n\n") > 10) {
            announced.tryComplete(seen.toString());
          }
        });

    assertThat(begin("/tools?further=2").status()).isEqualTo(204);

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
    HttpClientResponse stream = waitFor(begin(HttpMethod.GET, ""));
    Promise<Void> ended = Promise.promise();
    stream.handler((Buffer data) -> {}).endHandler(end -> ended.tryComplete());

    assertThat(sim.send(HttpMethod.GET, "/mcp", new byte[0]).status()).isEqualTo(409);
    assertThat(sim.send(HttpMethod.DELETE, "/mcp", new byte[0]).status()).isEqualTo(200);

    waitFor(ended.future());
    assertThat(sim.call("echo", "{\"text\":\"x\"}").status()).isEqualTo(404);
  }

  @Test
  void aStreamThatWasLeftCanBeOpenedAgain() {
    HttpClientResponse stream = waitFor(begin(HttpMethod.GET, ""));
    waitFor(stream.request().connection().close());

    int status = 409;
    for (int look = 0; look < 10_000 && status == 409; look++) {
      status = waitFor(begin(HttpMethod.GET, "")).statusCode();
    }

    assertThat(status).isEqualTo(200);
  }

  private Answer begin(String path) {
    return sim.send(HttpMethod.POST, path, new byte[0]);
  }

  private Future<HttpClientResponse> begin(HttpMethod method, String message) {
    return sim.begin(method, "/mcp", message.getBytes(UTF_8));
  }

  private static List<String> events(String stream) {
    return stream.lines().filter(l -> l.startsWith("data: ")).map(l -> l.substring(6)).toList();
  }
}
