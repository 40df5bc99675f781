package io.leasegate.core.idempotency;

import io.leasegate.core.capability.ParseResult;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The name that an agent gives to one intended effect, and uses again on every retry of it. Its
 * scope is the workspace and the agent.
 *
 * @param text 1..200 characters 0x20..0x7E
 */
public record IdempotencyKey(String text) {

  /** In characters. */
  public static final int MAX_LENGTH = 200;

  /** Why a value that is no text is no key. */
  public static final String NOT_A_TEXT = "an idempotency key is a string";

  public IdempotencyKey {
    Optional<String> fault = fault(text);
    if (fault.isPresent()) {
      throw new IllegalArgumentException(fault.get());
    }
  }

  /**
   * The key that a call carries: {@code null} and the empty text are none; a text that is too long
   * or has other characters is malformed.
   */
  public static ParseResult<Optional<IdempotencyKey>> parse(@Nullable String text) {
    if (text == null || text.isEmpty()) {
      return new ParseResult.Parsed<>(Optional.empty());
    }
    Optional<String> fault = fault(text);
    return fault.isPresent()
        ? new ParseResult.Malformed<>(fault.get())
        : new ParseResult.Parsed<>(Optional.of(new IdempotencyKey(text)));
  }

  private static Optional<String> fault(String text) {
    if (text.isEmpty() || text.length() > MAX_LENGTH) {
      return Optional.of(
          "an idempotency key has 1 to " + MAX_LENGTH + " characters, not " + text.length());
    }
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c < ' ' || c > '~') {
        return Optional.of(
            String.format(
                "an idempotency key has only characters 0x20 to 0x7E; character %d is U+%04X",
                i + 1, (int) c));
      }
    }
    return Optional.empty();
  }

  @Override
  public String toString() {
    return text;
  }
}
