package io.leasegate.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.testing.Await;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;

/** A simulated upstream on a free port and a client with one session, for one test. */
final class SimSession implements AutoCloseable {

  /** One HTTP answer. */
  record Answer(int status, MultiMap headers, String body) {

    JsonNode json() {
      return SimSession.json(body);
    }

    JsonNode structured() {
      assertThat(json().path("result").path("isError").asBoolean()).as(body).isFalse();
      return json().path("result").path("structuredContent");
    }

    String text() {
      return json().path("result").path("content").path(0).path("text").asText();
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private final Context loop = vertx.getOrCreateContext();
  final SimServer server;
  final SimHttp http;
  final HttpClient client;
  final Map<String, String> headers = new HashMap<>();

  SimSession(SimOptions options) {
    server = new SimServer(vertx, options);
    http = waitFor(new SimHttp(vertx, server).start("127.0.0.1", 0));
    client = vertx.createHttpClient(new HttpClientOptions(), new PoolOptions().setHttp1MaxSize(20));
    headers.put("accept", "application/json, text/event-stream");
    headers.put("content-type", "application/json");
    headers.put("mcp-session-id", newSession());
  }

  static SimSession open() {
    return new SimSession(SimOptions.DEFAULT);
  }

  String newSession() {
    String message =
        """
        {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25"}}""";
    return Objects.requireNonNull(post(message).headers().get("mcp-session-id"));
  }

  /** Begins a request; the answer's head is the result. */
  Future<HttpClientResponse> begin(HttpMethod method, String path, byte[] body) {
    return exchange(method, path, body, Future::succeededFuture);
  }

  /** Sends a request on the client's event loop, where the answer has to be read as well. */
  <T> Future<T> exchange(
      HttpMethod method, String path, byte[] body, Function<HttpClientResponse, Future<T>> reader) {
    Promise<T> result = Promise.promise();
    loop.runOnContext(
        now ->
            client
                .request(method, http.port(), "127.0.0.1", path)
                .compose(
                    request -> {
                      headers.forEach(request::putHeader);
                      return request.send(Buffer.buffer(body));
                    })
                .compose(reader)
                .onComplete(result));
    return result.future();
  }

  Answer send(HttpMethod method, String path, byte[] body) {
    return waitFor(
        exchange(
            method,
            path,
            body,
            head ->
                head.body()
                    .map(
                        bytes ->
                            new Answer(head.statusCode(), head.headers(), bytes.toString(UTF_8)))));
  }

  Answer post(String message) {
    return send(HttpMethod.POST, "/mcp", message.getBytes(UTF_8));
  }

  Answer call(String tool, String arguments) {
    return post(callMessage("1", tool, arguments));
  }

  long count(String title) {
    return call("count", "{\"title\":\"" + title + "\"}").structured().path("count").asLong();
  }

  /** Waits until a call with this title runs; each look is a round trip. */
  void untilRunning(String title) {
    for (int look = 0; look < 10_000 && count(title) == 0; look++) {
      Thread.onSpinWait();
    }
    assertThat(count(title)).isEqualTo(1);
  }

  static String callMessage(String id, String tool, String arguments) {
    return callMessage(id, tool, arguments, "{}");
  }

  static String callMessage(String id, String tool, String arguments, String meta) {
    return "{\"jsonrpc\":\"2.0\",\"id\":%s,\"method\":\"tools/call\",\"params\":{\"name\":\"%s\",\"arguments\":%s,\"_meta\":%s}}"
        .formatted(id, tool, arguments, meta);
  }

  static JsonNode json(String text) {
    try {
      return MessageCodec.MAPPER.readTree(text);
    } catch (IOException notJson) {
      throw new UncheckedIOException(notJson);
    }
  }

  static <T> T waitFor(Future<T> future) {
    return Await.result(future);
  }

  @Override
  public void close() {
    waitFor(vertx.close());
  }
}
