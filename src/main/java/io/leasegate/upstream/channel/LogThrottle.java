package io.leasegate.upstream.channel;

import io.leasegate.core.time.NanoClock;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Keeps a talkative peer from filling the log: a burst, then a steady rate; the rest is counted.
 * Safe from every thread. (The generic cell rate algorithm: one number is the whole state.)
 */
final class LogThrottle {

  private final NanoClock clock;
  private final long stepNanos;
  private final long burstNanos;
  private final AtomicLong due;
  private final AtomicLong suppressed = new AtomicLong();

  /**
   * @param burst lines that may come at once, at least 1
   * @param perSecond lines a second after that, at least 1
   */
  LogThrottle(NanoClock clock, int burst, int perSecond) {
    this.clock = clock;
    this.stepNanos = 1_000_000_000L / perSecond;
    this.burstNanos = stepNanos * (burst - 1);
    this.due = new AtomicLong(clock.nanoTime());
  }

  /** Whether a line may be logged now; one that may not is counted. */
  boolean admit() {
    while (true) {
      long now = clock.nanoTime();
      long seen = due.get();
      long ahead = Math.max(0, seen - now);
      if (ahead > burstNanos) {
        suppressed.incrementAndGet();
        return false;
      }
      if (due.compareAndSet(seen, now + ahead + stepNanos)) {
        return true;
      }
    }
  }

  /** Lines that were not logged since this was asked last. */
  long takeSuppressed() {
    return suppressed.getAndSet(0);
  }
}
