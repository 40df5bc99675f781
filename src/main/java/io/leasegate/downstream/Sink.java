package io.leasegate.downstream;

import io.vertx.core.buffer.Buffer;

/** Where the messages for one request go. Bound to the request's loop. */
interface Sink {

  /**
   * A message before the answer.
   *
   * @return false when it was dropped: the client has gone, or reads too slowly
   */
  boolean event(Buffer message);

  /** Runs when the client leaves before the answer. */
  void onClientGone(Runnable action);

  /** The answer, once. The status applies when nothing was sent before it. */
  void finish(int status, Buffer message);

  /** There will be no answer (a cancelled call). */
  void finishWithoutAnswer();
}
