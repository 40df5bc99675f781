package io.leasegate.loop;

import io.leasegate.core.time.NanoClock;
import io.leasegate.core.time.TimerWheel;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * What belongs to one event loop: its context, its timers, and what others keep per loop.
 *
 * <p>Bound to its loop: every method but {@link #run} and {@link #nanoTime} is called there and
 * nowhere else.
 */
public final class Loop {

  private static final long TICK_NANOS = 20_000_000;
  private static final int SLOTS = 2048;

  private final Vertx vertx;
  private final Context context;
  private final NanoClock clock;
  private final TimerWheel wheel;
  private final Map<Object, Object> locals = new HashMap<>();
  private long ticker = -1;

  /** To be made on the loop itself, in a verticle's start. */
  public Loop(Vertx vertx, NanoClock clock) {
    this.vertx = vertx;
    this.context = ((ContextInternal) vertx.getOrCreateContext()).unwrap();
    this.clock = clock;
    this.wheel = new TimerWheel(TICK_NANOS, SLOTS, clock.nanoTime());
  }

  public Context context() {
    return context;
  }

  public Vertx vertx() {
    return vertx;
  }

  public long nanoTime() {
    return clock.nanoTime();
  }

  /** Runs on this loop: at once when it is the current one. Safe from every thread. */
  public void run(Runnable task) {
    Context current = Vertx.currentContext();
    // a request's own context is a duplicate of its loop's; blocking work has it too, on a worker
    if (current != null
        && ((ContextInternal) current).unwrap() == context
        && Context.isOnEventLoopThread()) {
      task.run();
    } else {
      context.runOnContext(ignored -> task.run());
    }
  }

  /** What the key's owner keeps on this loop; made at first use. */
  public <T> T local(Object key, Class<T> type, Function<Loop, T> make) {
    Object kept = locals.get(key);
    if (kept == null) {
      kept = make.apply(this);
      locals.put(key, kept);
    }
    return type.cast(kept);
  }

  /** Forgets what that key's owner kept here. */
  public void forget(Object key) {
    locals.remove(key);
  }

  /** Starts (or moves) a timer. It fires at the first tick (20 ms) at or behind its deadline. */
  public void start(TimerWheel.Timer timer, long delayNanos) {
    wheel.start(timer, clock.nanoTime() + delayNanos);
    if (ticker < 0) {
      ticker = vertx.setPeriodic(TICK_NANOS / 1_000_000, ignored -> tick());
    }
  }

  public void stop(TimerWheel.Timer timer) {
    wheel.stop(timer);
  }

  private void tick() {
    wheel.advance(clock.nanoTime());
    if (wheel.size() == 0) {
      vertx.cancelTimer(ticker);
      ticker = -1;
    }
  }
}
