package io.leasegate.core.policy;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.Collectors;

/** What one argument must be. An absent argument, a null, an object and an array never are it. */
public sealed interface ArgumentTest {

  boolean passes(ArgumentValue value);

  /** For people: what the argument must be. */
  String describe();

  /** Equal to this; numbers by their value, text character by character. */
  record EqualTo(ArgumentValue expected) implements ArgumentTest {
    @Override
    public boolean passes(ArgumentValue value) {
      return expected.sameAs(value);
    }

    @Override
    public String describe() {
      return "equal to " + readable(expected);
    }
  }

  /** Equal to one of these. */
  record In(List<ArgumentValue> expected) implements ArgumentTest {
    public In {
      expected = List.copyOf(expected);
    }

    @Override
    public boolean passes(ArgumentValue value) {
      for (ArgumentValue one : expected) {
        if (one.sameAs(value)) {
          return true;
        }
      }
      return false;
    }

    @Override
    public String describe() {
      return expected.stream()
          .map(ArgumentTest::readable)
          .collect(Collectors.joining(", ", "one of ", ""));
    }
  }

  /** Text that the pattern matches as a whole. */
  record Matches(TextPattern pattern) implements ArgumentTest {
    @Override
    public boolean passes(ArgumentValue value) {
      return value instanceof ArgumentValue.Text text && pattern.matchesWhole(text.text());
    }

    @Override
    public String describe() {
      return "text that /" + pattern.source() + "/ matches";
    }
  }

  /** A number not above this one. */
  record Max(BigDecimal limit) implements ArgumentTest {
    @Override
    public boolean passes(ArgumentValue value) {
      return value instanceof ArgumentValue.Numeric numeric
          && numeric.number().compareTo(limit) <= 0;
    }

    @Override
    public String describe() {
      return "a number up to " + limit;
    }
  }

  private static String readable(ArgumentValue value) {
    if (value instanceof ArgumentValue.Text text) {
      return '"' + text.text() + '"';
    } else if (value instanceof ArgumentValue.Numeric numeric) {
      return numeric.number().toString();
    } else if (value instanceof ArgumentValue.Bool bool) {
      return String.valueOf(bool.bool());
    }
    return "nothing";
  }
}
