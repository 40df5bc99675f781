package io.leasegate.jsonrpc;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts as JSON strings. */
final class JsonStringsTest {

  @ParameterizedTest
  @CsvSource({
    "0xd800, \\ud800",
    "0xdbff, \\udbff",
    "0xdc00, \\udc00",
    "0xdfff, \\udfff",
  })
  void halfASurrogatePairComesOutAsAnEscape(String unit, String escape) {
    // Given
    String text = "a" + (char) (int) Integer.decode(unit) + "\"";
    // When
    String quoted = new String(JsonStrings.quote(text), UTF_8);
    // Then
    assertThat(quoted).isEqualTo("\"a" + escape + "\\\"\"");
  }

  @Property(tries = 500)
  void whatIsQuotedIsReadBack(@ForAll String text) {
    // When
    byte[] quoted = JsonStrings.quote(text);
    // Then
    assertThat(JsonStrings.decode(quoted, 0, quoted.length)).isEqualTo(text);
  }

  @Property(tries = 500)
  void whatIsQuotedIsWellFormed(@ForAll String text) {
    // When
    byte[] quoted = JsonStrings.quote(text);
    // Then
    assertThat(Utf8.isWellFormed(quoted, 0, quoted.length)).isTrue();
  }
}
