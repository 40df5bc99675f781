package io.leasegate.testing;

import io.leasegate.core.time.NanoClock;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A monotonic clock that stands still until a test moves it. */
public final class ManualClock implements NanoClock {

  private final AtomicLong now = new AtomicLong(1_000_000_000L);

  @Override
  public long nanoTime() {
    return now.get();
  }

  public void advance(Duration by) {
    now.addAndGet(by.toNanos());
  }
}
