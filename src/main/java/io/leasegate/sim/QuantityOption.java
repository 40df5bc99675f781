package io.leasegate.sim;

import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Command line values with a unit: {@code 20ms}, {@code 64KiB}. */
final class QuantityOption {

  private static final Pattern FORM = Pattern.compile("([0-9]{1,9})([A-Za-z]*)");

  private QuantityOption() {}

  private static long read(String text, Map<String, Long> units, String example) {
    Matcher form = FORM.matcher(text);
    Long unit = form.matches() ? units.get(form.group(2)) : null;
    if (unit == null) {
      throw new TypeConversionException("'" + text + "' is not of the form " + example);
    }
    return Long.parseLong(form.group(1)) * unit;
  }

  /** A duration: ms, s, m or h; 0 needs no unit. */
  static final class Time implements ITypeConverter<Duration> {

    private static final Map<String, Long> UNITS =
        Map.of("ms", 1L, "s", 1_000L, "m", 60_000L, "h", 3_600_000L);

    @Override
    public Duration convert(String text) {
      return text.equals("0")
          ? Duration.ZERO
          : Duration.ofMillis(read(text, UNITS, "20ms, 1s, 1m or 1h"));
    }
  }

  /** A number of bytes; KiB and MiB are understood. */
  static final class Size implements ITypeConverter<Integer> {

    private static final Map<String, Long> UNITS =
        Map.of("", 1L, "B", 1L, "KiB", 1_024L, "MiB", 1_048_576L);

    @Override
    public Integer convert(String text) {
      return (int) Math.min(Integer.MAX_VALUE, read(text, UNITS, "500, 64KiB or 1MiB"));
    }
  }
}
