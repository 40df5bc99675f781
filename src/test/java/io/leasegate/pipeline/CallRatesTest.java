package io.leasegate.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.policy.RateLimit;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CallRatesTest {

  private static final Identity ANN = new Identity("acme", "ann");
  private static final Identity BOB = new Identity("acme", "bob");
  private static final long SECOND = 1_000_000_000L;
  private static final RateLimit TWO = new RateLimit(2, Duration.ofMinutes(1));
  private static final CallRates.Verdict ADMITTED = new CallRates.Verdict.Admitted();

  private final CallRates rates = new CallRates(2);

  private static CallRates.Verdict limited(int seconds) {
    return new CallRates.Verdict.Limited(seconds);
  }

  @Test
  void theWindowSlidesWithEachCall() {
    // Given
    assertThat(rates.admit(ANN, TWO, 0)).isEqualTo(ADMITTED);
    assertThat(rates.admit(ANN, TWO, 20 * SECOND)).isEqualTo(ADMITTED);

    // When, Then
    assertThat(rates.admit(ANN, TWO, 20 * SECOND)).isEqualTo(limited(40));
    assertThat(rates.admit(ANN, TWO, 60 * SECOND - 1)).isEqualTo(limited(1));
    assertThat(rates.admit(ANN, TWO, 60 * SECOND))
        .as("refused ones do not count")
        .isEqualTo(ADMITTED);
    assertThat(rates.admit(ANN, TWO, 60 * SECOND)).isEqualTo(limited(20));
    assertThat(rates.admit(BOB, TWO, 60 * SECOND)).as("each agent by itself").isEqualTo(ADMITTED);
  }

  @Test
  void aBurstIsCountedToTheLastCall() {
    // Given
    RateLimit many = new RateLimit(10_000, Duration.ofSeconds(1));
    for (int i = 0; i < 10_000; i++) {
      assertThat(rates.admit(ANN, many, i)).isEqualTo(ADMITTED);
    }

    // When, Then
    assertThat(rates.admit(ANN, many, 10_000)).isEqualTo(limited(1));
    assertThat(rates.admit(ANN, many, SECOND + 10_000)).isEqualTo(ADMITTED);
  }

  @Test
  void neverMoreThanTheLimitInAnyWindow() {
    // Given
    RateLimit limit = new RateLimit(100, Duration.ofSeconds(1));
    Random random = new Random(7);
    ArrayDeque<Long> admitted = new ArrayDeque<>();

    // When, Then
    long now = 0;
    for (int i = 0; i < 20_000; i++) {
      now += random.nextInt(8_000_000);
      if (rates.admit(ANN, limit, now).equals(ADMITTED)) {
        admitted.add(now);
      }
      while (!admitted.isEmpty() && now - admitted.element() >= SECOND) {
        admitted.remove();
      }
      assertThat(admitted.size()).isLessThanOrEqualTo(100);
    }
  }

  @Test
  void agentsAreBoundedAndQuietOnesMakeRoom() {
    // Given
    Identity third = new Identity("acme", "third");
    rates.admit(ANN, TWO, 0);
    rates.admit(BOB, TWO, 30 * SECOND);

    // When, Then
    assertThat(rates.admit(third, TWO, 59 * SECOND)).isInstanceOf(CallRates.Verdict.Full.class);
    assertThat(rates.admit(ANN, TWO, 59 * SECOND)).isEqualTo(ADMITTED);
    assertThat(rates.admit(third, TWO, 90 * SECOND)).isEqualTo(ADMITTED);
  }
}
