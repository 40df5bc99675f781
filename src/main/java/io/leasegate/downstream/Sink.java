package io.leasegate.downstream;

import io.vertx.core.buffer.Buffer;

/** Where the messages for one request go. Bound to the request's loop. */
interface Sink {

  /** A message before the answer. May be dropped when the client reads too slowly. */
  void event(Buffer message);

  /** The answer, once. The status applies when nothing was sent before it. */
  void finish(int status, Buffer message);

  /** There will be no answer (a cancelled call). */
  void finishWithoutAnswer();
}
