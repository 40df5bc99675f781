package io.leasegate.sim;

import io.vertx.core.http.HttpServerRequest;
import org.jspecify.annotations.Nullable;

/**
 * The answer to one POST: JSON, or an event stream when notifications come before the response.
 * Bound to the request's event loop.
 */
final class PostReply implements SimPeer {

  private final HttpServerRequest request;
  private final int status;
  private @Nullable EventStream stream;

  /** A reply whose JSON form has this HTTP status. */
  PostReply(HttpServerRequest request, int status) {
    this.request = request;
    this.status = status;
  }

  @Override
  public void send(byte[] message) {
    if (stream == null) {
      JsonReply.send(request.response(), status, message);
    } else {
      stream.lastEvent(message);
    }
  }

  @Override
  public void sendNotification(byte[] message) {
    if (JsonReply.isGone(request.response())) {
      return;
    }
    if (stream == null) {
      stream = EventStream.begin(request.response());
    }
    stream.event(message);
  }

  @Override
  public void disconnect() {
    request.connection().close();
  }
}
