package io.leasegate.upstream;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CircuitBreakerTest {

  private long now = 1000;
  private final CircuitBreaker breaker = new CircuitBreaker(3, 100, () -> now);

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      breaker.failed();
    }
  }

  @Test
  void opensAfterFailuresInARowOnly() {
    fail(2);
    breaker.succeeded();
    fail(2);
    assertThat(breaker.admit()).isZero();
    fail(1);
    assertThat(breaker.admit()).isEqualTo(100);
    assertThat(breaker.state().wireName()).isEqualTo("open");
    assertThat(breaker.state().failures()).isEqualTo(3);
  }

  @Test
  void oneProbeDecides() {
    fail(3);
    now += 100;
    assertThat(breaker.admit()).isZero();
    assertThat(breaker.state().wireName()).isEqualTo("half_open");
    assertThat(breaker.admit()).isPositive();
    breaker.failed();
    assertThat(breaker.admit()).isEqualTo(100);
    now += 100;
    assertThat(breaker.admit()).isZero();
    breaker.succeeded();
    assertThat(breaker.admit()).isZero();
    assertThat(breaker.admit()).isZero();
    assertThat(breaker.state()).isEqualTo(new CircuitState.Closed(0));
  }

  @Test
  void aProbeThatNobodyDecidesIsFollowedByAnother() {
    fail(3);
    now += 100;
    assertThat(breaker.admit()).isZero();
    now += 99;
    assertThat(breaker.admit()).isPositive();
    now += 1;
    assertThat(breaker.admit()).isZero();
  }
}
