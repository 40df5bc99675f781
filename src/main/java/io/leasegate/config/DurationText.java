package io.leasegate.config;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations as they are written in files: a whole number and one unit. */
final class DurationText {

  /** The units of the gateway file. */
  static final Set<String> GATEWAY_UNITS = Set.of("ms", "s", "m", "h", "d");

  /** The units of the policy file. */
  static final Set<String> POLICY_UNITS = Set.of("s", "m", "h");

  private static final Pattern FORM = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");
  private static final Map<String, Duration> UNITS = units();

  private DurationText() {}

  /** The duration, or nothing when the text has another form. */
  static Optional<Duration> parse(String text, Set<String> allowedUnits) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches() || !allowedUnits.contains(matcher.group(2))) {
      return Optional.empty();
    }
    Duration unit = UNITS.getOrDefault(matcher.group(2), Duration.ZERO);
    return Optional.of(unit.multipliedBy(Long.parseLong(matcher.group(1))));
  }

  /** The shortest text that reads back as this duration, whole milliseconds. */
  static String format(Duration duration) {
    return format(duration, GATEWAY_UNITS);
  }

  /** The same in these units; the duration must be a whole number of the smallest. */
  static String format(Duration duration, Set<String> allowedUnits) {
    long millis = duration.toMillis();
    for (Map.Entry<String, Duration> unit : UNITS.entrySet()) {
      long size = unit.getValue().toMillis();
      if (allowedUnits.contains(unit.getKey()) && millis != 0 && millis % size == 0) {
        return millis / size + unit.getKey();
      }
    }
    return "0s";
  }

  private static Map<String, Duration> units() {
    Map<String, Duration> units = new LinkedHashMap<>();
    units.put("d", Duration.ofDays(1));
    units.put("h", Duration.ofHours(1));
    units.put("m", Duration.ofMinutes(1));
    units.put("s", Duration.ofSeconds(1));
    units.put("ms", Duration.ofMillis(1));
    return units;
  }
}
