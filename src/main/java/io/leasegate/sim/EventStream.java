package io.leasegate.sim;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** Server-sent events on one HTTP response. Bound to the response's event loop. */
final class EventStream {

  static final String TYPE = "text/event-stream";

  private static final CharSequence TYPE_VALUE = HttpHeaders.createOptimized(TYPE);

  private final HttpServerResponse response;

  private EventStream(HttpServerResponse response) {
    this.response = response;
  }

  /** Begins the answer; the head leaves with the first write. */
  static EventStream begin(HttpServerResponse response) {
    response
        .setChunked(true)
        .putHeader(HttpHeaders.CONTENT_TYPE, TYPE_VALUE)
        .putHeader(HttpHeaders.CACHE_CONTROL, "no-store")
        .putHeader("X-Accel-Buffering", "no");
    return new EventStream(response);
  }

  void comment(String text) {
    write(Buffer.buffer(": " + text + "\n\n"));
  }

  void event(byte[] message) {
    write(framed(message));
  }

  void lastEvent(byte[] message) {
    if (!JsonReply.isGone(response)) {
      response.end(framed(message));
    }
  }

  void end() {
    if (!JsonReply.isGone(response)) {
      response.end();
    }
  }

  /** Whether the client reads too slowly to be sent more. */
  boolean isFull() {
    return response.writeQueueFull();
  }

  private Future<Void> write(Buffer data) {
    return JsonReply.isGone(response) ? Future.succeededFuture() : response.write(data);
  }

  private static Buffer framed(byte[] message) {
    return Buffer.buffer(message.length + 24)
        .appendString("event: message\ndata: ")
        .appendBytes(message)
        .appendString("\n\n");
  }
}
