package io.leasegate.core.capability;

import java.util.Optional;

/**
 * What became of a text: its value, or the reason why it has none.
 *
 * @param <T> what the text stands for
 */
public sealed interface ParseResult<T> {

  /** The text was understood. */
  record Parsed<T>(T value) implements ParseResult<T> {}

  /**
   * The text is malformed.
   *
   * @param reason one line for the person or agent that wrote the text
   */
  record Malformed<T>(String reason) implements ParseResult<T> {}

  /** The value, or nothing when the text was malformed. */
  default Optional<T> toOptional() {
    return this instanceof Parsed<T> parsed ? Optional.of(parsed.value) : Optional.empty();
  }

  /**
   * The value of a text that is known to be well formed.
   *
   * @throws IllegalArgumentException with the reason, when it is not
   */
  default T orThrow() {
    if (this instanceof Malformed<T> malformed) {
      throw new IllegalArgumentException(malformed.reason);
    }
    return ((Parsed<T>) this).value;
  }
}
