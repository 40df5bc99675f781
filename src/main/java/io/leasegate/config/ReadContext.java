package io.leasegate.config;

import io.leasegate.config.YamlNode.Entry;
import io.leasegate.config.YamlNode.Scalar;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * What all sections of one reading share.
 *
 * @param problems receives everything that is wrong
 * @param overrides the environment, where variables may override keys
 * @param placeholders fills in the placeholders of a text
 */
record ReadContext(
    ProblemList problems, Map<String, String> overrides, UnaryOperator<String> placeholders) {

  /** The variable that overrides this key; an empty one counts as not set. */
  Optional<FoundScalar> override(String path) {
    String variable = KeyPath.variable(path);
    return Optional.ofNullable(overrides.get(variable))
        .filter(text -> !text.isEmpty())
        .map(text -> new FoundScalar(text, ScalarKind.UNTYPED, variable, Mark.NONE, true));
  }

  /** Whether any key below this path is overridden. */
  boolean overridesBelow(String path) {
    String prefix = KeyPath.variable(path) + "_";
    return overrides.entrySet().stream()
        .anyMatch(entry -> entry.getKey().startsWith(prefix) && !entry.getValue().isEmpty());
  }

  /** The scalar at a place of the file, placeholders filled in. */
  Parsed<FoundScalar> scalar(YamlNode node, Mark place, String path, String expected) {
    if (!(node instanceof Scalar scalar)) {
      problems.add(place, path, "expected " + expected + ", found " + node.noun());
      return Parsed.broken();
    }
    ScalarKind kind = scalar.kind();
    String text = scalar.text();
    if (kind == ScalarKind.TEXT && text.contains("${")) {
      try {
        text = placeholders.apply(text);
      } catch (ConfigValueException e) {
        problems.add(place, path, message(e));
        return Parsed.broken();
      }
      kind = text.equals(scalar.text()) ? kind : ScalarKind.UNTYPED;
    }
    return Parsed.of(new FoundScalar(text, kind, problems.file(), place, false));
  }

  /** The value of a scalar, or a problem that says what is allowed. */
  <T> Parsed<T> parse(FoundScalar scalar, ValueType<T> type, String path) {
    if (!type.accepts(scalar.kind())) {
      refuse(scalar, path, expected(scalar, type));
      return Parsed.broken();
    }
    try {
      return Parsed.of(type.parser().parse(scalar));
    } catch (ConfigValueException e) {
      refuse(scalar, path, message(e).isEmpty() ? expected(scalar, type) : message(e));
      return Parsed.broken();
    }
  }

  /** The value of an item or entry, which may not be null. */
  <T> Parsed<T> parse(Entry entry, ValueType<T> type, String path) {
    if (YamlNode.isNull(entry.value())) {
      problems.add(entry.keyMark(), path, "expected " + type.expected() + ", found nothing");
      return Parsed.broken();
    }
    Parsed<FoundScalar> scalar = scalar(entry.value(), entry.keyMark(), path, type.expected());
    return scalar.isBroken() ? Parsed.broken() : parse(scalar.get(), type, path);
  }

  private void refuse(FoundScalar scalar, String path, String message) {
    problems.add(scalar.source(), scalar.mark(), path, message);
  }

  private static String expected(FoundScalar scalar, ValueType<?> type) {
    boolean shown = !type.secret() && scalar.kind() != ScalarKind.UNTYPED;
    String text = scalar.text().length() > 60 ? scalar.text().substring(0, 60) : scalar.text();
    return "expected "
        + type.expected()
        + (shown ? ", found " + scalar.kind().noun() + " " + quoted(text) : "");
  }

  private static String quoted(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    text.chars().forEach(c -> quoted.append(Character.isISOControl(c) ? '?' : (char) c));
    return quoted.append('"').toString();
  }

  private static String message(ConfigValueException e) {
    return e.getMessage() == null ? "" : e.getMessage();
  }
}
