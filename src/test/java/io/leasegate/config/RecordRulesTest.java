package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The records hold their rules without a file, too. */
class RecordRulesTest {

  @Test
  void aValueOutOfRangeIsRefusedWithItsKey() {
    assertThatThrownBy(() -> new ListenerConfig("localhost", 70_000, Optional.empty()))
        .isInstanceOfSatisfying(
            ConfigValueException.class, e -> assertThat(e.key()).isEqualTo("port"))
        .hasMessage("expected 0..65535, found 70000");
    assertThatThrownBy(() -> new CircuitConfig(5, Duration.ofDays(2)))
        .hasMessage("expected 1ms..1d, found 2d");
    assertThatThrownBy(() -> new GrantsConfig(0)).isInstanceOf(ConfigValueException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1", "127.8.9.1", "localhost", "LocalHost", "::1"})
  void loopbackAddressesAreKnown(String host) {
    assertThat(new ListenerConfig(host, 0, Optional.empty()).isLoopback()).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"0.0.0.0", "::", "10.0.0.1", "127.0.0.1.example.org", "gate", "128.0.0.1"})
  void everythingElseIsNotLoopback(String host) {
    assertThat(new ListenerConfig(host, 0, Optional.empty()).isLoopback()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "a1", "my-server_2", "abcdefghijklmnopqrstuvwxyz012345"})
  void upstreamNamesOfTheFormAreAccepted(String name) {
    assertThat(UpstreamConfig.isName(name)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "A", "-a", "a-", "a__b", "a.b", "abcdefghijklmnopqrstuvwxyz0123456"})
  void otherUpstreamNamesAreRefused(String name) {
    assertThat(UpstreamConfig.isName(name)).isFalse();
  }

  @ParameterizedTest
  @CsvSource({"1ms,PT0.001S", "90s,PT1M30S", "2m,PT2M", "3h,PT3H", "7d,PT168H", "0s,PT0S"})
  void durationsReadBackAsWritten(String text, Duration duration) {
    assertThat(DurationText.parse(text, DurationText.GATEWAY_UNITS)).contains(duration);
    assertThat(DurationText.format(duration)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "s", "-1s", "1.5s", "1 s", "1S", "1w", "1m30s", "\u0661s"})
  void otherDurationsAreRefused(String text) {
    assertThat(DurationText.parse(text, DurationText.GATEWAY_UNITS)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1B,1", "64KiB,65536", "4MiB,4194304", "2GiB,2147483648", "0B,0"})
  void sizesReadBackAsWritten(String text, long bytes) {
    assertThat(SizeText.parse(text)).contains(bytes);
    assertThat(SizeText.format(bytes)).isEqualTo(text);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1", "1K", "1kb", "1MB", "-1B", "1.5KiB", "1 KiB"})
  void otherSizesAreRefused(String text) {
    assertThat(SizeText.parse(text)).isEmpty();
  }

  @Test
  void ratesReadBackAsWritten() {
    assertThat(RateLimit.parse("30/m")).contains(new RateLimit(30, Duration.ofMinutes(1)));
    assertThat(new RateLimit(5, Duration.ofHours(1))).hasToString("5/h");
    assertThat(RateLimit.parse("30/d")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a\rb", "a\nb", "a\u0000b", "a\u007fb"})
  void aSecretThatCouldSplitAHeaderIsRefused(String text) {
    assertThatThrownBy(() -> new Secret(text)).isInstanceOf(ConfigValueException.class);
  }

  @Test
  void aSecretShowsNothing() {
    assertThat(new Secret("s3cret")).hasToString("***").isEqualTo(new Secret("s3cret"));
    assertThat(new Secret("s3cret").reveal()).isEqualTo("s3cret");
  }
}
