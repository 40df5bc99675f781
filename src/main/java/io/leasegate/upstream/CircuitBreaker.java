package io.leasegate.upstream;

import io.leasegate.core.time.NanoClock;
import io.leasegate.upstream.CircuitState.Closed;
import io.leasegate.upstream.CircuitState.HalfOpen;
import io.leasegate.upstream.CircuitState.Open;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Stops calls to an upstream that failed several times in a row, and lets one through as a probe
 * after a while.
 *
 * <p>What counts is no answer: lost, timed out, refused, 5xx. An answer of any kind, a tool's error
 * included, closes it. Safe from every loop; in the common case (closed, no failure) it only reads.
 */
public final class CircuitBreaker {

  private final int threshold;
  private final long openNanos;
  private final NanoClock clock;
  private final AtomicReference<CircuitState> state = new AtomicReference<>(Closed.CLEAN);

  /**
   * @param threshold failures in a row that open it, at least 1
   * @param openNanos how long it stays open before a probe
   */
  public CircuitBreaker(int threshold, long openNanos, NanoClock clock) {
    this.threshold = threshold;
    this.openNanos = openNanos;
    this.clock = clock;
  }

  /** Asks to send: 0 when allowed, else the nanoseconds until a try may be. */
  public long admit() {
    CircuitState seen = state();
    long since;
    if (seen instanceof Open open) {
      since = open.since();
    } else if (seen instanceof HalfOpen probing) {
      // a probe that nobody decided (its client left) is followed by another after the same pause
      since = probing.since();
    } else {
      return 0;
    }
    long now = clock.nanoTime();
    long left = openNanos - (now - since);
    boolean probe = left <= 0 && state.compareAndSet(seen, new HalfOpen(seen.failures(), now));
    return probe ? 0 : Math.max(left, 1);
  }

  /** The upstream answered. */
  public void succeeded() {
    if (state() != Closed.CLEAN) {
      state.set(Closed.CLEAN);
    }
  }

  /** The upstream did not answer. */
  public void failed() {
    long now = clock.nanoTime();
    state.updateAndGet(
        seen -> {
          int failures = seen.failures() + 1;
          return seen instanceof Closed && failures < threshold
              ? new Closed(failures)
              : new Open(failures, now);
        });
  }

  public CircuitState state() {
    return Objects.requireNonNull(state.get());
  }
}
