package io.leasegate.testing;

import io.leasegate.core.time.NanoClock;
import io.leasegate.loop.Loop;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Event loops under a clock that a test moves. However long the machine lets a loop wait: a test
 * that moves the clock by {@link #pass} goes no further than the loops come along.
 */
public final class TestLoops implements AutoCloseable {

  /** A loop looks at its clock every 20 ms; one of those looks begins within this time. */
  private static final long LOOK_MS = 21;

  /** As often as work is handed from one loop to another, and a little more. */
  private static final int TURNS = 3;

  private final Vertx vertx = Vertx.vertx();
  private final NanoClock clock;
  private final List<Loop> loops = new CopyOnWriteArrayList<>();

  public TestLoops(NanoClock clock) {
    this.clock = clock;
  }

  public Vertx vertx() {
    return vertx;
  }

  /** One more. */
  public Loop add() {
    Promise<Loop> made = Promise.promise();
    Await.result(
        vertx.deployVerticle(
            new VerticleBase() {
              @Override
              public Future<?> start() {
                made.complete(new Loop(vertx, clock));
                return Future.succeededFuture();
              }
            }));
    Loop loop = Await.result(made.future());
    loops.add(loop);
    return loop;
  }

  /** Every loop does what it has to do by now. */
  public void turn() {
    for (int i = 0; i < TURNS; i++) {
      onEach(Promise::complete);
    }
  }

  /** Every loop looks at the clock, and does what is due by it. */
  public void look() {
    onEach(done -> vertx.setTimer(LOOK_MS, fired -> done.complete()));
    turn();
  }

  /** Moves the clock on by steps until it is so; every loop takes part in each step. */
  public void pass(String what, Runnable step, BooleanSupplier condition) {
    Await.until(
        what,
        () -> {
          step.run();
          turn();
          return condition.getAsBoolean();
        });
  }

  /** Has every loop do that, all at the same time, and waits for them. */
  private void onEach(Consumer<Promise<Void>> work) {
    List<Promise<Void>> all = new ArrayList<>();
    for (Loop loop : loops) {
      Promise<Void> done = Promise.promise();
      all.add(done);
      loop.context().runOnContext(now -> work.accept(done));
    }
    all.forEach(done -> Await.result(done.future()));
  }

  @Override
  public void close() {
    Await.result(vertx.close());
  }
}
