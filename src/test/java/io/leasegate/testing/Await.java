package io.leasegate.testing;

import static java.util.concurrent.TimeUnit.SECONDS;

import io.vertx.core.Future;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** Waits for what must happen; how long it takes is never part of an assertion. */
public final class Await {

  private static final int MOST_SECONDS = 60;
  private static final long LOOK_NANOS = 1_000_000;

  private Await() {}

  /** Looks until it is so. */
  public static void until(String what, BooleanSupplier condition) {
    long giveUpAt = System.nanoTime() + SECONDS.toNanos(MOST_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > giveUpAt) {
        throw new AssertionError("it never happened: " + what);
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  public static <T> T result(Future<T> future) {
    try {
      return future.await(MOST_SECONDS, SECONDS);
    } catch (TimeoutException late) {
      throw new AssertionError("no result within " + MOST_SECONDS + " s", late);
    }
  }
}
