package io.leasegate.sim;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/** Whole HTTP answers. A client that is gone is ignored. */
final class JsonReply {

  static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  /** Own codes of transports: the request does not fit, and the session is not known. */
  static final int BAD_REQUEST = -32000;

  static final int NO_SESSION = -32001;

  private JsonReply() {}

  static boolean isGone(HttpServerResponse response) {
    return response.ended() || response.closed();
  }

  static void send(HttpServerResponse response, int status, byte[] json) {
    if (!isGone(response)) {
      response
          .setStatusCode(status)
          .putHeader(HttpHeaders.CONTENT_TYPE, JSON)
          .end(Buffer.buffer(json));
    }
  }

  static void refuse(HttpServerResponse response, int status, int code, String message) {
    send(response, status, MessageCodec.error("null", code, message));
  }

  static void empty(HttpServerResponse response, int status) {
    if (!isGone(response)) {
      response.setStatusCode(status).end();
    }
  }
}
