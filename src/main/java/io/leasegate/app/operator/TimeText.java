package io.leasegate.app.operator;

import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Times for people. */
final class TimeText {

  private TimeText() {}

  /** Whole seconds in the units that matter: {@code 45s}, {@code 9m 30s}, {@code 2h 5m}. */
  static String of(Duration time) {
    long seconds = time.toSeconds();
    if (seconds < 60) {
      return seconds + "s";
    }
    StringBuilder text = new StringBuilder();
    append(text, seconds / 86_400, "d");
    append(text, seconds / 3_600 % 24, "h");
    append(text, seconds / 60 % 60, "m");
    append(text, seconds % 60, "s");
    return text.toString().strip();
  }

  private static void append(StringBuilder text, long count, String unit) {
    if (count > 0) {
      text.append(count).append(unit).append(' ');
    }
  }

  /** How long it is from now to the time that a row has at this key. */
  static String until(JsonObject row, String key) {
    try {
      Duration left = Duration.between(Instant.now(), Instant.parse(row.getString(key, "")));
      return left.isNegative() ? "ended" : of(left);
    } catch (DateTimeParseException e) {
      return "?";
    }
  }
}
