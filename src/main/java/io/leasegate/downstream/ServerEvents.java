package io.leasegate.downstream;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/** Server-sent events as the gateway writes them (WHATWG HTML, section 9.2). */
final class ServerEvents {

  static final long KEEP_ALIVE_NANOS = 15_000_000_000L;
  static final Buffer KEEP_ALIVE = Buffer.buffer(": keep-alive\n\n");

  private static final byte[] HEAD = {
    'e', 'v', 'e', 'n', 't', ':', ' ', 'm', 'e', 's', 's', 'a', 'g', 'e', '\n', 'd', 'a', 't', 'a',
    ':', ' '
  };
  private static final byte[] NEXT_LINE = {'\n', 'd', 'a', 't', 'a', ':', ' '};
  private static final byte[] TAIL = {'\n', '\n'};

  private ServerEvents() {}

  /** Begins a stream that proxies pass on as it comes. */
  static void start(HttpServerResponse response) {
    response
        .setStatusCode(200)
        .setChunked(true)
        .putHeader("content-type", "text/event-stream")
        .putHeader("cache-control", "no-cache, no-transform")
        .putHeader("x-accel-buffering", "no");
  }

  /** One message as an event. Line breaks between JSON tokens become lines of the event. */
  static Buffer frame(Buffer message) {
    Buffer framed = Buffer.buffer(message.length() + HEAD.length + TAIL.length).appendBytes(HEAD);
    int start = 0;
    for (int i = 0; i < message.length(); i++) {
      byte b = message.getByte(i);
      if (b == '\n' || b == '\r') {
        framed.appendBuffer(message, start, i - start);
        framed.appendBytes(NEXT_LINE);
        start = i + 1;
      }
    }
    return framed.appendBuffer(message, start, message.length() - start).appendBytes(TAIL);
  }
}
