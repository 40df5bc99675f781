package io.leasegate.sim;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One argument of a tool: what the input schema says about it and what a call is held to.
 *
 * @param min least whole number, or least length of a text
 * @param max greatest whole number, or greatest length of a text
 * @param choices the values of a {@link Kind#CHOICE}
 */
record ToolArgument(
    String name, Kind kind, boolean required, long min, long max, List<String> choices) {

  enum Kind {
    TEXT,
    WHOLE,
    NUMBER,
    CHOICE
  }

  /** Bounds what an addition can cost: {@code 1e999999999} is nine digits of text. */
  private static final int MAX_EXPONENT = 1_000;

  static ToolArgument text(String name, int max) {
    return new ToolArgument(name, Kind.TEXT, true, 0, max, List.of());
  }

  static ToolArgument whole(String name, long min, long max) {
    return new ToolArgument(name, Kind.WHOLE, true, min, max, List.of());
  }

  static ToolArgument number(String name) {
    return new ToolArgument(name, Kind.NUMBER, true, 0, 0, List.of());
  }

  static ToolArgument choice(String name, String... choices) {
    return new ToolArgument(name, Kind.CHOICE, true, 0, 0, List.of(choices));
  }

  ToolArgument optional() {
    return new ToolArgument(name, kind, false, min, max, choices);
  }

  ObjectNode schema() {
    ObjectNode schema = MessageCodec.MAPPER.createObjectNode();
    switch (kind) {
      case TEXT -> schema.put("type", "string").put("maxLength", max);
      case WHOLE -> schema.put("type", "integer").put("minimum", min).put("maximum", max);
      case NUMBER -> schema.put("type", "number");
      case CHOICE -> choices.forEach(schema.put("type", "string").putArray("enum")::add);
    }
    return schema;
  }

  /** What is wrong with this value, naming the argument; null when it may be used. */
  @Nullable String problem(JsonNode value) {
    if (value.isMissingNode()) {
      return required ? "the argument " + name + " is missing" : null;
    }
    return isAllowed(value) ? null : "the argument " + name + " must be " + allowed();
  }

  private boolean isAllowed(JsonNode value) {
    return switch (kind) {
      case TEXT -> value.isTextual() && value.textValue().length() <= max;
      case WHOLE -> isWhole(value) && value.longValue() >= min && value.longValue() <= max;
      case NUMBER -> value.isNumber() && isBounded(value.decimalValue());
      case CHOICE -> value.isTextual() && choices.contains(value.textValue());
    };
  }

  /** A schema's "integer" includes 3.0. */
  private static boolean isWhole(JsonNode value) {
    if (value.isIntegralNumber()) {
      return value.canConvertToLong();
    }
    return value.isNumber()
        && isBounded(value.decimalValue())
        && value.canConvertToExactIntegral()
        && value.canConvertToLong();
  }

  private static boolean isBounded(BigDecimal number) {
    return Math.abs((long) number.scale()) <= MAX_EXPONENT && number.precision() <= MAX_EXPONENT;
  }

  private String allowed() {
    return switch (kind) {
      case TEXT -> "a string of at most " + max + " characters";
      case WHOLE -> "a whole number from " + min + " to " + max;
      case NUMBER -> "a number of at most " + MAX_EXPONENT + " digits";
      case CHOICE -> "one of " + String.join(", ", choices);
    };
  }
}
