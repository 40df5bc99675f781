package io.leasegate.downstream;

import io.leasegate.core.time.TimerWheel;
import io.leasegate.loop.Loop;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/** The stream that answers a GET, kept alive by comments. Bound to its loop. */
final class StreamExchange extends TimerWheel.Timer {

  private final Loop loop;
  private final HttpServerResponse response;
  private Runnable onKeepAlive = () -> {};

  StreamExchange(Loop loop, HttpServerResponse response) {
    this.loop = loop;
    this.response = response;
    response.exceptionHandler(gone -> {});
  }

  void refuse(int status, Buffer message) {
    if (isOpen()) {
      response.setStatusCode(status).putHeader("content-type", "application/json").end(message);
    }
  }

  /** Begins the stream; {@code onKeepAlive} runs each 15 s while it is open. */
  void start(Runnable onKeepAlive, Runnable onClosed) {
    this.onKeepAlive = onKeepAlive;
    if (!isOpen()) {
      onClosed.run();
      return;
    }
    response.closeHandler(
        closed -> {
          loop.stop(this);
          onClosed.run();
        });
    loop.start(this, ServerEvents.KEEP_ALIVE_NANOS);
    ServerEvents.start(response);
    response.write(ServerEvents.KEEP_ALIVE);
  }

  /** Sends a message; false when the client has gone or reads too slowly. */
  boolean send(Buffer message) {
    if (!isOpen() || response.writeQueueFull()) {
      return false;
    }
    response.write(ServerEvents.frame(message));
    return true;
  }

  void end() {
    loop.stop(this);
    if (isOpen()) {
      response.end();
    }
  }

  private boolean isOpen() {
    return !response.ended() && !response.closed();
  }

  @Override
  protected void fire() {
    if (isOpen()) {
      loop.start(this, ServerEvents.KEEP_ALIVE_NANOS);
      response.write(ServerEvents.KEEP_ALIVE);
      onKeepAlive.run();
    }
  }
}
