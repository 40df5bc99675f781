package io.leasegate.core.policy;

import java.time.Duration;
import java.util.Optional;

/** Durations as agents and policies write them: {@code <n>s}, {@code <n>m} or {@code <n>h}. */
public final class TtlText {

  /** More digits than any duration in range has. */
  private static final int MAX_LENGTH = 32;

  private TtlText() {}

  /**
   * The duration, 1 s or more; nothing when the text has another form, is zero, or is longer than
   * 2^63-1 ms.
   */
  public static Optional<Duration> parse(String text) {
    int digits = text.length() - 1;
    if (digits < 1 || digits > MAX_LENGTH) {
      return Optional.empty();
    }
    long secondsPerUnit = secondsPer(text.charAt(digits));
    if (secondsPerUnit == 0) {
      return Optional.empty();
    }
    long count = 0;
    try {
      for (int i = 0; i < digits; i++) {
        int digit = text.charAt(i) - '0';
        if (digit < 0 || digit > 9) {
          return Optional.empty();
        }
        count = Math.addExact(Math.multiplyExact(count, 10L), digit);
      }
      long millis = Math.multiplyExact(count, secondsPerUnit * 1_000);
      return millis == 0 ? Optional.empty() : Optional.of(Duration.ofMillis(millis));
    } catch (ArithmeticException overflow) {
      return Optional.empty();
    }
  }

  private static long secondsPer(char unit) {
    return switch (unit) {
      case 's' -> 1;
      case 'm' -> 60;
      case 'h' -> 3_600;
      default -> 0;
    };
  }
}
