package io.leasegate.testing;

import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;

/**
 * What a scripted upstream does with a request. In all texts {@code $ID} stands for the id of the
 * request. Run on the upstream's loop.
 */
@FunctionalInterface
public interface Reply {

  void answer(Received received, HttpServerRequest request);

  /** A result in JSON. */
  static Reply result(String result) {
    return json("{\"jsonrpc\":\"2.0\",\"id\":$ID,\"result\":" + result + "}");
  }

  /** A tool's result with one text. */
  static Reply text(String text) {
    return result("{\"content\":[{\"type\":\"text\",\"text\":" + Json.quote(text) + "}]}");
  }

  static Reply error(int code, String message) {
    return json(
        "{\"jsonrpc\":\"2.0\",\"id\":$ID,\"error\":{\"code\":"
            + code
            + ",\"message\":"
            + Json.quote(message)
            + "}}");
  }

  static Reply json(String message) {
    return status(200, "application/json", message);
  }

  static Reply status(int status) {
    return (received, request) -> request.response().setStatusCode(status).end();
  }

  static Reply status(int status, String type, String body) {
    return status(status, Map.of("content-type", type), body);
  }

  static Reply status(int status, Map<String, String> headers, String body) {
    return (received, request) -> {
      HttpServerResponse response = request.response().setStatusCode(status);
      headers.forEach(response::putHeader);
      response.end(body.replace("$ID", received.id()));
    };
  }

  /** An event stream with these messages, which then ends. */
  static Reply events(String... messages) {
    return (received, request) -> {
      openEvents(messages).answer(received, request);
      request.response().end();
    };
  }

  /** An event stream with these messages, which stays open. */
  static Reply openEvents(String... messages) {
    return (received, request) -> {
      HttpServerResponse response =
          request.response().setChunked(true).putHeader("content-type", "text/event-stream");
      response.write(": open\n\n");
      for (String message : messages) {
        response.write("data: " + message.replace("$ID", received.id()) + "\n\n");
      }
    };
  }

  /** Announces the whole body, sends its first bytes, and cuts the connection. */
  static Reply cut(String type, String body, int bytes) {
    return (received, request) -> {
      String whole = body.replace("$ID", received.id());
      request
          .response()
          .putHeader("content-type", type)
          .putHeader("content-length", Integer.toString(whole.length()))
          .write(whole.substring(0, bytes));
      request.connection().close();
    };
  }

  /** Cuts the connection without a word. */
  static Reply drop() {
    return (received, request) -> request.connection().close();
  }

  /** Never answers. */
  static Reply hang() {
    return (received, request) -> {};
  }
}
