package io.leasegate.core.policy;

import java.time.Duration;
import java.util.Optional;

/**
 * So many in a sliding window.
 *
 * @param count 1..1,000,000,000
 * @param window one second, minute or hour
 */
public record RateLimit(int count, Duration window) {

  private static final int MAX_COUNT = 1_000_000_000;

  public RateLimit {
    if (count < 1 || count > MAX_COUNT || window.isZero() || window.isNegative()) {
      throw new IllegalArgumentException("not a rate limit: " + count + " per " + window);
    }
  }

  /** Reads {@code <n>/s}, {@code <n>/m} or {@code <n>/h}; nothing for another form or count. */
  public static Optional<RateLimit> parse(String text) {
    int slash = text.indexOf('/');
    if (slash < 1 || slash > 10 || text.length() != slash + 2) {
      return Optional.empty();
    }
    // A count is read like a number of seconds: the same digits, the same refusals.
    Optional<Duration> count = TtlText.parse(text.substring(0, slash) + "s");
    Optional<Duration> window = TtlText.parse("1" + text.charAt(slash + 1));
    return count
        .filter(n -> n.toSeconds() <= MAX_COUNT)
        .flatMap(n -> window.map(w -> new RateLimit((int) n.toSeconds(), w)));
  }

  /**
   * The one that allows fewer per time; of equal rates the smaller count, which allows the shorter
   * burst.
   */
  public RateLimit lower(RateLimit other) {
    int byRate = Long.compare(count * other.window.toSeconds(), other.count * window.toSeconds());
    return byRate < 0 || (byRate == 0 && count <= other.count) ? this : other;
  }

  /** The same window with so many times the count, at most 1,000,000,000. */
  public RateLimit times(int factor) {
    return new RateLimit((int) Math.min((long) count * factor, MAX_COUNT), window);
  }

  /** As it is written in a policy, where the window is one of its units. */
  @Override
  public String toString() {
    long seconds = window.toSeconds();
    String unit = seconds == 1 ? "s" : seconds == 60 ? "m" : seconds == 3_600 ? "h" : seconds + "s";
    return count + "/" + unit;
  }
}
