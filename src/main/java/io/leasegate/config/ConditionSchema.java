package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** The keys below {@code when.<argument path>}. */
final class ConditionSchema {

  /** A dot path into the arguments. */
  static final ValueType<String> ARGUMENT =
      ValueTypes.matching(
          "an argument path such as title or issue.labels.0",
          Pattern.compile("[^.\\p{Cntrl}]{1,200}(\\.[^.\\p{Cntrl}]{1,200}){0,20}"));

  private static final Pattern NUMBER =
      Pattern.compile("-?[0-9]{1,40}(\\.[0-9]{1,40})?([eE][+-]?[0-9]{1,3})?");

  private static final ValueType<Condition.Value> VALUE =
      new ValueType<>(
          "text, a number, true or false",
          false,
          EnumSet.of(ScalarKind.TEXT, ScalarKind.INTEGER, ScalarKind.DECIMAL, ScalarKind.BOOLEAN),
          ConditionSchema::value);

  private static final ValueType<BigDecimal> LIMIT =
      new ValueType<>(
          "a number",
          false,
          EnumSet.of(ScalarKind.INTEGER, ScalarKind.DECIMAL),
          scalar -> number(scalar.text()));

  private final ValueType<String> regex;

  ConditionSchema(Function<String, Optional<String>> regexError) {
    this.regex = ValueTypes.checked("a regular expression, RE2 syntax", regexError);
  }

  Parsed<List<Condition>> read(Section s) {
    var equal = s.optional("equals", VALUE);
    var in = s.list("in", VALUE, List.of());
    var matches = s.optional("matches", regex);
    var max = s.optional("max", LIMIT);
    return s.build(
        () -> {
          List<Condition> conditions = new ArrayList<>();
          equal.get().ifPresent(value -> conditions.add(new Condition.EqualTo(value)));
          if (!in.get().isEmpty()) {
            conditions.add(new Condition.In(in.get()));
          }
          matches.get().ifPresent(text -> conditions.add(new Condition.Matches(text)));
          max.get().ifPresent(limit -> conditions.add(new Condition.Max(limit)));
          require(!conditions.isEmpty(), "", "at least one of equals, in, matches, max is needed");
          return List.copyOf(conditions);
        });
  }

  private static Condition.Value value(FoundScalar scalar) {
    return switch (scalar.kind()) {
      case INTEGER, DECIMAL -> new Condition.Value.Numeric(number(scalar.text()));
      case BOOLEAN -> new Condition.Value.Bool(scalar.text().equalsIgnoreCase("true"));
      default -> new Condition.Value.Text(scalar.text());
    };
  }

  private static BigDecimal number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw ValueType.unexpected();
    }
    return new BigDecimal(text);
  }
}
