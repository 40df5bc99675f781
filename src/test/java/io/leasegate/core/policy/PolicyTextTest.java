package io.leasegate.core.policy;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PolicyTextTest {

  @ParameterizedTest
  @CsvSource({"1s,1", "90s,90", "15m,900", "2h,7200", "007s,7", "8760h,31536000"})
  void readsDurations(String text, long seconds) {
    assertThat(TtlText.parse(text)).contains(Duration.ofSeconds(seconds));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "s",
        "5",
        "0s",
        "000h",
        "-5s",
        "+5s",
        "5d",
        "5ms",
        "5S",
        "5 s",
        " 5s",
        "5s ",
        "1.5h",
        "1e3s",
        "0x5s",
        "PT5M",
        "5 minutes",
        "٥s",
        "9223372036854776s",
        "2562047788016h",
        "99999999999999999999s",
        "000000000000000000000000000000000000000000000000001s"
      })
  void refusesOtherDurations(String text) {
    assertThat(TtlText.parse(text)).isEmpty();
  }

  @Property(tries = 200)
  void everyPositiveCountIsRead(@ForAll @IntRange(min = 1) int n) {
    assertThat(TtlText.parse(n + "s")).contains(Duration.ofSeconds(n));
    assertThat(TtlText.parse(n + "m")).contains(Duration.ofMinutes(n));
    assertThat(TtlText.parse(n + "h")).contains(Duration.ofHours(n));
  }

  @ParameterizedTest
  @CsvSource({"30/m,30,60", "1/s,1,1", "10000/m,10000,60", "1000000000/h,1000000000,3600"})
  void readsRates(String text, int count, long windowSeconds) {
    assertThat(RateLimit.parse(text))
        .contains(new RateLimit(count, Duration.ofSeconds(windowSeconds)));
    assertThat(RateLimit.parse(text).orElseThrow()).hasToString(text);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/",
        "30",
        "30/",
        "/m",
        "0/m",
        "-1/m",
        "30/d",
        "30/min",
        "30 /m",
        "1000000001/m",
        "3.5/m",
        "30/m "
      })
  void refusesOtherRates(String text) {
    assertThat(RateLimit.parse(text)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "30/m,60/m,30/m",
    "30/m,100/h,100/h",
    "1/s,60/m,1/s",
    "2/s,60/m,60/m",
    "1000000000/s,1000000000/h,1000000000/h"
  })
  void theLowerRateAllowsFewer(String one, String other, String lower) {
    RateLimit a = RateLimit.parse(one).orElseThrow();
    RateLimit b = RateLimit.parse(other).orElseThrow();
    assertThat(a.lower(b)).hasToString(lower);
    assertThat(b.lower(a)).hasToString(lower);
  }

  @ParameterizedTest
  @CsvSource({"30/m,10,300/m", "1000000000/s,10,1000000000/s"})
  void aRateTimesAFactorStaysInRange(String text, int factor, String expected) {
    assertThat(RateLimit.parse(text).orElseThrow().times(factor)).hasToString(expected);
  }
}
