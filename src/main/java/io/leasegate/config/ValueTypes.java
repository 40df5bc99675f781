package io.leasegate.config;

import io.leasegate.core.capability.NameGlob;
import io.leasegate.core.capability.ParseResult;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The types of the scalars in the gateway's files. */
final class ValueTypes {

  static final ValueType<String> TEXT =
      ValueType.ofText("text (in quotes if it looks like a number)", ValueTypes::notBlank);

  /** Text that may be empty, such as an argument of a command. */
  static final ValueType<String> ANY_TEXT =
      ValueType.ofText("text (in quotes if it looks like a number)", FoundScalar::text);

  static final ValueType<Secret> SECRET =
      new ValueType<>(
          "a secret text, usually ${env:NAME} or ${file:path}",
          true,
          EnumSet.of(ScalarKind.TEXT),
          scalar -> new Secret(scalar.text()));

  static final ValueType<Boolean> BOOLEAN =
      new ValueType<>(
          "true or false", false, EnumSet.of(ScalarKind.BOOLEAN), s -> parseBoolean(s.text()));

  static final ValueType<URI> HTTP_URL =
      ValueType.ofText(
          "an http or https URL without user name, password or fragment",
          scalar -> httpUrl(scalar.text()));

  static final ValueType<String> ORIGIN =
      ValueType.ofText("an origin such as https://example.org", scalar -> origin(scalar.text()));

  static final ValueType<HostAndPort> NODE =
      ValueType.ofText("host:port", scalar -> HostAndPort.parse(scalar.text()));

  /** The text of a {@link NameGlob}. */
  static final ValueType<String> NAME_GLOB =
      wellFormed("a glob over names such as create_*", NameGlob::parse);

  private static final Pattern INTEGER = Pattern.compile("-?[0-9]{1,18}");
  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,18}(\\.[0-9]{1,18})?");

  private ValueTypes() {}

  static ValueType<Integer> integer(Range<Integer> range) {
    return number(
        "an integer", range, text -> (int) Math.max(Math.min(whole(text), Integer.MAX_VALUE), -1));
  }

  static ValueType<Long> longInteger(Range<Long> range) {
    return number("an integer", range, ValueTypes::whole);
  }

  static ValueType<Double> decimal(Range<Double> range) {
    return number("a number", range, ValueTypes::fraction);
  }

  static ValueType<Duration> duration(Range<Duration> range) {
    return duration(range, "<n>ms|s|m|h|d", DurationText.GATEWAY_UNITS);
  }

  static ValueType<Duration> policyDuration(Range<Duration> range) {
    return duration(range, "<n>s|m|h", DurationText.POLICY_UNITS);
  }

  private static ValueType<Duration> duration(
      Range<Duration> range, String form, Set<String> units) {
    return ValueType.ofText(
        "a duration " + form + ", " + range,
        scalar -> within(range, DurationText.parse(scalar.text(), units)));
  }

  /** Bytes. */
  static ValueType<Long> size(Range<Long> range) {
    return ValueType.ofText(
        "a size <n>B|KiB|MiB|GiB, " + range,
        scalar -> within(range, SizeText.parse(scalar.text())));
  }

  /** Bytes, for keys whose name says so: a plain number is accepted too. */
  static ValueType<Long> bytes(Range<Long> range) {
    return new ValueType<>(
        "a size <n>B|KiB|MiB|GiB or a number of bytes, " + range,
        false,
        EnumSet.of(ScalarKind.TEXT, ScalarKind.INTEGER),
        scalar ->
            within(
                range,
                INTEGER.matcher(scalar.text()).matches()
                    ? Optional.of(whole(scalar.text()))
                    : SizeText.parse(scalar.text())));
  }

  /** A path; relative ones start at the base, those of a variable where the process runs. */
  static ValueType<Path> path(Path base) {
    return ValueType.ofText(
        "a path",
        scalar -> {
          try {
            Path path = Path.of(notBlank(scalar));
            Path start = scalar.fromEnvironment() ? Path.of("") : base;
            return start.toAbsolutePath().resolve(path).normalize();
          } catch (InvalidPathException e) {
            throw ValueType.unexpected();
          }
        });
  }

  /** The names of an enum in lower case. */
  static <E extends Enum<E>> ValueType<E> choice(Class<E> type) {
    E[] constants = type.getEnumConstants();
    if (constants == null) {
      throw new IllegalArgumentException(type + " is not an enum");
    }
    Function<E, String> name = constant -> constant.name().toLowerCase(Locale.ROOT);
    return ValueType.ofText(
        alternatives(Arrays.stream(constants).map(name).toList()),
        scalar ->
            Arrays.stream(constants)
                .filter(constant -> name.apply(constant).equals(scalar.text()))
                .findFirst()
                .orElseThrow(ValueType::unexpected));
  }

  /** One of these words. */
  static ValueType<String> oneOf(Collection<String> words) {
    return ValueType.ofText(
        alternatives(words),
        scalar -> {
          if (!words.contains(scalar.text())) {
            throw ValueType.unexpected();
          }
          return scalar.text();
        });
  }

  /** Text that a check accepts; the check answers what is wrong. */
  static ValueType<String> checked(String expected, Function<String, Optional<String>> check) {
    return ValueType.ofText(
        expected,
        scalar -> {
          Optional<String> error = check.apply(notBlank(scalar));
          if (error.isPresent()) {
            throw new ConfigValueException("", error.get());
          }
          return scalar.text();
        });
  }

  /** Text that a parser understands; what it makes of it is made again where it is needed. */
  static ValueType<String> wellFormed(String expected, Function<String, ParseResult<?>> parser) {
    return checked(
        expected,
        text ->
            parser.apply(text) instanceof ParseResult.Malformed<?> malformed
                ? Optional.of(malformed.reason())
                : Optional.empty());
  }

  static ValueType<String> matching(String expected, Pattern pattern) {
    return ValueType.ofText(
        expected,
        scalar -> {
          if (!pattern.matcher(scalar.text()).matches()) {
            throw ValueType.unexpected();
          }
          return scalar.text();
        });
  }

  static String alternatives(Collection<String> names) {
    return String.join(" | ", names);
  }

  private static <T extends Comparable<T>> ValueType<T> number(
      String noun, Range<T> range, Function<String, T> parser) {
    Set<ScalarKind> kinds = EnumSet.of(ScalarKind.INTEGER, ScalarKind.DECIMAL);
    return new ValueType<>(
        noun + " " + range,
        false,
        kinds,
        scalar -> within(range, Optional.of(parser.apply(scalar.text()))));
  }

  private static <T extends Comparable<T>> T within(Range<T> range, Optional<T> value) {
    return value.filter(range::contains).orElseThrow(ValueType::unexpected);
  }

  private static long whole(String text) {
    if (!INTEGER.matcher(text).matches()) {
      throw ValueType.unexpected();
    }
    return Long.parseLong(text);
  }

  private static double fraction(String text) {
    if (!DECIMAL.matcher(text).matches()) {
      throw ValueType.unexpected();
    }
    return Double.parseDouble(text);
  }

  private static boolean parseBoolean(String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw ValueType.unexpected();
    };
  }

  private static String notBlank(FoundScalar scalar) {
    if (scalar.text().isBlank() || scalar.text().indexOf('\0') >= 0) {
      throw ValueType.unexpected();
    }
    return scalar.text();
  }

  static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw ValueType.unexpected();
    }
  }

  private static URI httpUrl(String text) {
    URI uri = uri(text);
    boolean http = "http".equalsIgnoreCase(uri.getScheme());
    boolean https = "https".equalsIgnoreCase(uri.getScheme());
    if (!(http || https)
        || uri.getHost() == null
        || uri.getRawUserInfo() != null
        || uri.getRawFragment() != null) {
      throw ValueType.unexpected();
    }
    return uri;
  }

  private static String origin(String text) {
    URI uri = uri(text);
    boolean bare = uri.getRawPath() == null || uri.getRawPath().isEmpty();
    if (uri.getScheme() == null
        || uri.getHost() == null
        || !bare
        || uri.getRawQuery() != null
        || uri.getRawFragment() != null
        || uri.getRawUserInfo() != null) {
      throw ValueType.unexpected();
    }
    return text;
  }
}
