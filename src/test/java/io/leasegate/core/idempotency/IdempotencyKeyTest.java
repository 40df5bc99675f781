package io.leasegate.core.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasegate.core.capability.ParseResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdempotencyKeyTest {

  @Test
  void nothingIsNoKey() {
    assertThat(IdempotencyKey.parse(null).orThrow()).isEmpty();
    assertThat(IdempotencyKey.parse("").orThrow()).isEmpty();
  }

  @Test
  void everyPrintableCharacterOfAsciiMakesAKey() {
    StringBuilder all = new StringBuilder();
    for (char c = ' '; c <= '~'; c++) {
      all.append(c);
    }
    assertThat(IdempotencyKey.parse(all.toString()).orThrow())
        .contains(new IdempotencyKey(all.toString()));
    assertThat(IdempotencyKey.parse(" ").orThrow()).contains(new IdempotencyKey(" "));
    assertThat(IdempotencyKey.parse("k".repeat(200)).orThrow()).isPresent();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\u001f", "\u007f", "a\nb", "schlüssel", "😀", "a\u0000"})
  void othersDoNot(String text) {
    assertThat(IdempotencyKey.parse(text).toOptional()).isEmpty();
  }

  @Test
  void theReasonSaysWhatIsWrong() {
    assertThat(IdempotencyKey.parse("aü"))
        .isEqualTo(
            new ParseResult.Malformed<>(
                "an idempotency key has only characters 0x20 to 0x7E; character 2 is U+00FC"));
    assertThat(IdempotencyKey.parse("k".repeat(201)))
        .isEqualTo(
            new ParseResult.Malformed<>("an idempotency key has 1 to 200 characters, not 201"));
    assertThatThrownBy(() -> new IdempotencyKey(""))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("an idempotency key has 1 to 200 characters, not 0");
  }
}
