package io.leasegate.config;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * So many in a sliding window.
 *
 * @param count 1..1,000,000
 * @param window one second, minute or hour
 */
public record RateLimit(int count, Duration window) {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,7})/([smh])");
  private static final Range<Integer> COUNT = Range.integers(1, 1_000_000);

  public RateLimit {
    COUNT.require("", count);
  }

  /** Reads {@code <n>/s}, {@code <n>/m} or {@code <n>/h}; nothing for another form or count. */
  public static Optional<RateLimit> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || !COUNT.contains(Integer.parseInt(matcher.group(1)))) {
      return Optional.empty();
    }
    return DurationText.parse("1" + matcher.group(2), DurationText.POLICY_UNITS)
        .map(window -> new RateLimit(Integer.parseInt(matcher.group(1)), window));
  }

  /** As it is written in the file. */
  @Override
  public String toString() {
    return count + "/" + DurationText.format(window).substring(1);
  }
}
