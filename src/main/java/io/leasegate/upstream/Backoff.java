package io.leasegate.upstream;

import java.util.random.RandomGenerator;

/** Growing pauses between attempts: doubled each time, up to a bound, the last half at random. */
public final class Backoff {

  private final long firstMillis;
  private final long mostMillis;
  private final RandomGenerator random;
  private long current;

  public Backoff(long firstMillis, long mostMillis, RandomGenerator random) {
    this.firstMillis = firstMillis;
    this.mostMillis = mostMillis;
    this.random = random;
  }

  /** The pause before the next attempt in milliseconds, at least 1. */
  public long next() {
    current = current == 0 ? firstMillis : Math.min(mostMillis, current * 2);
    return Math.max(1, current / 2 + random.nextLong(current / 2 + 1));
  }

  /** An attempt succeeded: the next pause is the shortest again. */
  public void reset() {
    current = 0;
  }
}
