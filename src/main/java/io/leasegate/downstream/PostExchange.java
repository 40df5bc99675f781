package io.leasegate.downstream;

import io.leasegate.core.time.TimerWheel;
import io.leasegate.loop.Loop;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;

/**
 * The answer to one POST: JSON when it is there soon and nothing comes before it, else an event
 * stream with a comment now and then. Bound to its loop; a client that has gone is never written
 * to.
 */
final class PostExchange extends TimerWheel.Timer implements Sink {

  private static final long PATIENCE_NANOS = 2_000_000_000L;
  private static final CharSequence JSON = HttpHeaders.createOptimized("application/json");

  private final Loop loop;
  private final HttpServerResponse response;
  private final Runnable onDone;
  private boolean streaming;
  private boolean done;

  /**
   * @param onDone run once, when the work for this request has ended
   */
  PostExchange(Loop loop, HttpServerResponse response, Runnable onDone) {
    this.loop = loop;
    this.response = response;
    this.onDone = onDone;
    response.exceptionHandler(gone -> {});
  }

  /** From here on the client waits for an answer: after two seconds it gets a stream. */
  void expectAnswer() {
    if (!done) {
      loop.start(this, PATIENCE_NANOS);
    }
  }

  void header(String name, String value) {
    response.putHeader(name, value);
  }

  @Override
  public void onClientGone(Runnable action) {
    if (done) {
      return; // answered at once: nothing is left to stop
    }
    response.closeHandler(
        closed -> {
          if (!done) {
            action.run();
          }
        });
  }

  private boolean isOpen() {
    return !response.ended() && !response.closed();
  }

  @Override
  protected void fire() {
    if (!done && isOpen()) {
      // the timer first: once the client sees the comment, the next one is due
      loop.start(this, ServerEvents.KEEP_ALIVE_NANOS);
      startStream();
      response.write(ServerEvents.KEEP_ALIVE);
    }
  }

  private void startStream() {
    if (!streaming) {
      streaming = true;
      loop.start(this, ServerEvents.KEEP_ALIVE_NANOS);
      ServerEvents.start(response);
    }
  }

  @Override
  public boolean event(Buffer message) {
    if (done || !isOpen()) {
      return false;
    }
    startStream();
    if (response.writeQueueFull()) {
      return false;
    }
    response.write(ServerEvents.frame(message));
    return true;
  }

  @Override
  public void finish(int status, Buffer message) {
    if (ended() || !isOpen()) {
      return;
    }
    if (streaming) {
      response.end(ServerEvents.frame(message));
    } else {
      response.setStatusCode(status).putHeader(HttpHeaders.CONTENT_TYPE, JSON).end(message);
    }
  }

  @Override
  public void finishWithoutAnswer() {
    if (ended() || !isOpen()) {
      return;
    }
    startStream();
    loop.stop(this);
    response.end();
  }

  /** Answers with a status alone. */
  void finish(int status) {
    if (ended() || !isOpen()) {
      return;
    }
    if (streaming) {
      response.end(); // it took so long that the head is out
    } else {
      response.setStatusCode(status).end();
    }
  }

  /** The request never came in whole. */
  void abandon() {
    ended();
  }

  /** Marks the end; true when it had ended before. */
  private boolean ended() {
    if (done) {
      return true;
    }
    done = true;
    loop.stop(this);
    onDone.run();
    return false;
  }
}
