package io.leasegate.store;

import io.leasegate.core.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A clock that only its test moves. */
public final class FakeClock implements NanoClock {

  private final AtomicLong nanos = new AtomicLong(5_000_000_000L);

  @Override
  public long nanoTime() {
    return nanos.get();
  }

  public void advance(Duration by) {
    nanos.addAndGet(by.toNanos());
  }

  public void advanceMs(long ms) {
    advance(Duration.ofMillis(ms));
  }
}
