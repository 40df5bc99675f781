package io.leasegate.config;

import java.math.BigDecimal;
import java.util.List;

/** What one argument of a call must be for a rule to match, judged at the call. */
public sealed interface Condition {

  /** Equal to this; numbers by their value. */
  record EqualTo(Value value) implements Condition {}

  /** Equal to one of these; never empty. */
  record In(List<Value> values) implements Condition {
    public In {
      values = List.copyOf(values);
    }
  }

  /** Text that this regular expression, RE2 syntax, matches. */
  record Matches(String regex) implements Condition {}

  /** A number not above this one. */
  record Max(BigDecimal limit) implements Condition {}

  /** A value of the file, to be compared with a JSON value. */
  sealed interface Value {

    record Text(String text) implements Value {}

    record Numeric(BigDecimal number) implements Value {}

    record Bool(boolean bool) implements Value {}
  }
}
