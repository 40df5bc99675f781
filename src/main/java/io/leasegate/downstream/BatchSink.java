package io.leasegate.downstream;

import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;

/** Gathers the answers to a batch of 2025-03-26 and gives them as one array. Bound to its loop. */
final class BatchSink {

  private final PostExchange exchange;
  private final List<Buffer> answers = new ArrayList<>();
  private int open;

  /**
   * @param elements how many elements will each use one sink
   */
  BatchSink(PostExchange exchange, int elements) {
    this.exchange = exchange;
    this.open = elements;
  }

  /** The sink of one element; must be finished once. */
  Sink element() {
    return new Sink() {
      @Override
      public boolean event(Buffer message) {
        return exchange.event(message);
      }

      @Override
      public void onClientGone(Runnable action) {
        exchange.onClientGone(action);
      }

      @Override
      public void finish(int status, Buffer message) {
        answers.add(message);
        ended();
      }

      @Override
      public void finishWithoutAnswer() {
        ended();
      }
    };
  }

  private void ended() {
    if (--open > 0) {
      return;
    }
    if (answers.isEmpty()) {
      exchange.finish(202);
      return;
    }
    Buffer all = Buffer.buffer("[");
    for (int i = 0; i < answers.size(); i++) {
      all.appendString(i == 0 ? "" : ",").appendBuffer(answers.get(i));
    }
    exchange.finish(200, all.appendString("]"));
  }
}
