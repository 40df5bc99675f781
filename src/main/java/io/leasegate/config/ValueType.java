package io.leasegate.config;

import java.util.Set;

/**
 * How one scalar becomes a value.
 *
 * @param expected what is allowed, to follow the word "expected"
 * @param secret whether messages must not show the value
 * @param kinds the kinds of scalars accepted; {@link ScalarKind#UNTYPED} always is
 * @param parser text to value
 */
record ValueType<T>(String expected, boolean secret, Set<ScalarKind> kinds, Parser<T> parser) {

  /** Text to value; throws {@link ConfigValueException} for what is not allowed. */
  @FunctionalInterface
  interface Parser<T> {
    T parse(FoundScalar scalar);
  }

  static <T> ValueType<T> ofText(String expected, Parser<T> parser) {
    return new ValueType<>(expected, false, Set.of(ScalarKind.TEXT), parser);
  }

  boolean accepts(ScalarKind kind) {
    return kind == ScalarKind.UNTYPED || kinds.contains(kind);
  }

  /** The refusal of a value of another form. */
  static ConfigValueException unexpected() {
    return new ConfigValueException("", "");
  }
}
