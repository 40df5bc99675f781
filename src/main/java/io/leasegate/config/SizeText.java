package io.leasegate.config;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as they are written in files: a whole number and B, KiB, MiB or GiB. */
final class SizeText {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})(B|KiB|MiB|GiB)");

  private SizeText() {}

  /** The number of bytes, or nothing when the text has another form. */
  static Optional<Long> parse(String text) {
    Matcher matcher = FORM.matcher(text);
    return matcher.matches()
        ? Optional.of(Long.parseLong(matcher.group(1)) << shift(matcher.group(2)))
        : Optional.empty();
  }

  /** The shortest text that reads back as this number of bytes. */
  static String format(long bytes) {
    for (String unit : new String[] {"GiB", "MiB", "KiB"}) {
      long size = 1L << shift(unit);
      if (bytes != 0 && bytes % size == 0) {
        return bytes / size + unit;
      }
    }
    return bytes + "B";
  }

  private static int shift(String unit) {
    return switch (unit) {
      case "GiB" -> 30;
      case "MiB" -> 20;
      case "KiB" -> 10;
      default -> 0;
    };
  }
}
