package io.leasegate.sim;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.Vertx;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** The calls that run, so that {@code notifications/cancelled} can stop one. */
final class RunningCalls {

  private static final int MAX_RUNNING = 100_000;

  /** Request ids are unique within a session only; 1 and "1" are two ids. */
  private record Key(String session, JsonNode id) {}

  private final Vertx vertx;
  private final Map<Key, Run> runs = new ConcurrentHashMap<>();

  RunningCalls(Vertx vertx) {
    this.vertx = vertx;
  }

  /** A call that runs from now on, or null when too many do. */
  @Nullable Run begin(String session, JsonNode id) {
    if (runs.size() >= MAX_RUNNING) {
      return null;
    }
    Run run = new Run(new Key(session, id));
    runs.put(run.key, run);
    return run;
  }

  void cancel(String session, JsonNode id) {
    Run run = runs.get(new Key(session, id));
    if (run != null && run.end()) {
      vertx.cancelTimer(run.timer);
    }
  }

  int size() {
    return runs.size();
  }

  /** One call, until it is answered or cancelled, whichever is first. */
  final class Run {

    private final Key key;
    private final AtomicBoolean ended = new AtomicBoolean();
    private volatile long timer = -1;

    private Run(Key key) {
      this.key = key;
    }

    /** Goes on after a while, unless the call is cancelled before that. */
    void after(long millis, Runnable step) {
      if (millis <= 0) {
        step.run();
        return;
      }
      timer =
          vertx.setTimer(
              millis,
              fired -> {
                if (isRunning()) {
                  step.run();
                }
              });
    }

    boolean isRunning() {
      return !ended.get();
    }

    /** Ends the call; true for the one who ended it, who alone may answer. */
    boolean end() {
      runs.remove(key, this);
      return ended.compareAndSet(false, true);
    }
  }
}
