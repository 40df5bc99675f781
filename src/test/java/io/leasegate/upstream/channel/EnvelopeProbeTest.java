package io.leasegate.upstream.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnvelopeProbeTest {

  private static long probe(String text, int step) {
    EnvelopeProbe probe = new EnvelopeProbe();
    byte[] bytes = text.getBytes(UTF_8);
    for (int from = 0; from < bytes.length; from += step) {
      probe.feed(bytes, from, Math.min(bytes.length, from + step));
    }
    return probe.answeredId();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"jsonrpc\":\"2.0\",\"id\":42,\"result\":{}}",
        "{\"result\":{\"id\":7,\"x\":[{\"id\":8}]},\"id\":42,\"jsonrpc\":\"2.0\"}",
        " { \"error\" : { \"message\" : \"\\\"id\\\":9}\" } , \"jsonrpc\":\"2.0\", \"id\" : 42 } ",
        "{\"jsonrpc\":\"2.0\",\"id\":42,\"result\":{\"content\":[{\"te",
        "{\"jsonrpc\":\"2.0\",\"id\":42,\"result\":{}}{\"id\":43,\"result\":1}",
        "{\"jsonrpc\":\"2.0\",\"result\":\"a \\\\\",\"id\":42}"
      })
  void findsTheIdOfAnAnswerHoweverItIsCut(String text) {
    for (int step = 1; step <= text.length(); step++) {
      assertThat(probe(text, step)).as("in steps of %d", step).isEqualTo(42);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "INFO {\"jsonrpc\":\"2.0\",\"id\":42,\"result\":{}}",
        "[{\"jsonrpc\":\"2.0\",\"id\":42,\"result\":{}}]",
        "\"{\\\"jsonrpc\\\"\":{\"id\":42,\"result\":{}}",
        "{\"id\":42,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":42}",
        "{\"jsonrpc\":\"2.0\",\"id\":\"42\",\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":42.0,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":-42,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":{\"id\":42},\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":42,\"method\":\"ping\",\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"id\":1234567890123456789012,\"result\":{}}",
        "{\"jsonrpc\":\"2.0\",\"x\":{\"id\":42},\"result\":{}}",
        "}}}}{\"jsonrpc\":\"2.0\",\"id\":42,\"result\":{}}"
      })
  void whatIsNotClearlyAnAnswerNamesNobody(String text) {
    assertThat(probe(text, 3)).isEqualTo(-1);
  }

  @Test
  void onlyPlainWholeNumbersAreIds() {
    assertThat(EnvelopeProbe.number("999999999999999999")).isEqualTo(999_999_999_999_999_999L);
    assertThat(EnvelopeProbe.number("9999999999999999999")).isEqualTo(-1);
    assertThat(EnvelopeProbe.number("1e3")).isEqualTo(-1);
    assertThat(EnvelopeProbe.number("\"1\"")).isEqualTo(-1);
  }
}
