package io.leasegate.core.policy;

import java.math.BigDecimal;

/** What stands at one path of a call's arguments. */
public sealed interface ArgumentValue {

  /** A JSON string, unescaped. */
  record Text(String text) implements ArgumentValue {}

  /** A JSON number, exactly as it was sent: {@code 1}, {@code 1.0} and {@code 1e0} are equal. */
  record Numeric(BigDecimal number) implements ArgumentValue {}

  /** A JSON boolean. */
  record Bool(boolean bool) implements ArgumentValue {}

  /** What no condition can compare. */
  enum Other implements ArgumentValue {
    /** Nothing stands there. */
    ABSENT,
    /** A JSON null. */
    NULL,
    /** An object or an array. */
    COMPOSITE
  }

  /** Whether both are the same scalar; numbers by their value. Nothing equals an {@link Other}. */
  default boolean sameAs(ArgumentValue other) {
    if (this instanceof Numeric one && other instanceof Numeric two) {
      return one.number.compareTo(two.number) == 0;
    }
    return !(this instanceof Other) && equals(other);
  }
}
