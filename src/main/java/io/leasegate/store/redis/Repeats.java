package io.leasegate.store.redis;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steps that must be known to have run: sent again until the store has answered, in their order.
 * Each may run more than once. Safe from every thread.
 */
final class Repeats {

  private static final Logger LOG = LoggerFactory.getLogger(Repeats.class);
  private static final int MOST = 20_000;
  private static final long PAUSE_MS = 250;

  private final Vertx vertx;
  private final Queue<Supplier<Future<?>>> steps = new ArrayBlockingQueue<>(MOST);
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile boolean closed;

  Repeats(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Keeps a step whose answer did not come. Without room it is left to the end of its claim. */
  void add(Supplier<Future<?>> step) {
    if (closed) {
      return;
    }
    if (!steps.offer(step)) {
      LOG.warn("{} steps wait for the store; one more is not repeated", MOST);
    }
    later();
  }

  int waiting() {
    return steps.size();
  }

  /** Gives up. */
  void close() {
    closed = true;
    steps.clear();
  }

  private void later() {
    if (running.compareAndSet(false, true)) {
      vertx.setTimer(PAUSE_MS, ignored -> next());
    }
  }

  private void next() {
    Supplier<Future<?>> step = steps.peek();
    if (step == null) {
      running.set(false);
      if (!steps.isEmpty()) {
        later();
      }
      return;
    }
    step.get()
        .onSuccess(
            done -> {
              steps.poll();
              next();
            })
        .onFailure(away -> vertx.setTimer(PAUSE_MS, ignored -> next()));
  }
}
