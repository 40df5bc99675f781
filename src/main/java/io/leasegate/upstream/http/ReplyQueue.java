package io.leasegate.upstream.http;

import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.function.Function;

/**
 * Answers to the requests that came over one event stream, on their way a few at a time. While many
 * wait, the stream is not read: an upstream that asks faster than it takes answers stops itself.
 * Bound to the stream's loop.
 */
final class ReplyQueue {

  /** Answers that are sent at once. */
  static final int AT_ONCE = 4;

  /** With more than this waiting, the stream is not read; what was read already still comes in. */
  static final int MOST_WAITING = 64;

  private final Function<Buffer, Future<Void>> post;
  private final Runnable pause;
  private final Runnable resume;
  private final ArrayDeque<Buffer> waiting = new ArrayDeque<>();
  private int sending;
  private boolean paused;

  /**
   * @param post sends one; ends when the upstream has it, or is given up
   */
  ReplyQueue(Function<Buffer, Future<Void>> post, Runnable pause, Runnable resume) {
    this.post = post;
    this.pause = pause;
    this.resume = resume;
  }

  void send(Buffer answer) {
    waiting.add(answer);
    sendOn();
    if (waiting.size() > MOST_WAITING && !paused) {
      paused = true;
      pause.run();
    }
  }

  private void sendOn() {
    while (sending < AT_ONCE && !waiting.isEmpty()) {
      sending++;
      post.apply(waiting.remove()).onComplete(sent -> sent());
    }
  }

  private void sent() {
    sending--;
    sendOn();
    if (waiting.isEmpty() && paused) {
      paused = false;
      resume.run();
    }
  }
}
