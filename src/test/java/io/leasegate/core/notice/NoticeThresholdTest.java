package io.leasegate.core.notice;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class NoticeThresholdTest {

  @Test
  void atExactlyTwentyPercentThereIsNone() {
    NoticeThreshold threshold = NoticeThreshold.of(0.2);
    assertThat(threshold.dueBelow(900_000)).isEqualTo(180_000);
    assertThat(threshold.dueBelow(10)).isEqualTo(2);
    assertThat(threshold.dueBelow(11)).isEqualTo(3);
    assertThat(threshold.dueBelow(1)).isEqualTo(1);
    assertThat(threshold.dueBelow(0)).isZero();
  }

  @Test
  void aFractionIsTakenAsItIsWritten() {
    assertThat(NoticeThreshold.of(0.2).partsPerMillion()).isEqualTo(200_000);
    assertThat(NoticeThreshold.of(0.29).partsPerMillion()).isEqualTo(290_000);
  }

  @Test
  void nothingAndEverythingAreNoThresholds() {
    assertThatThrownBy(() -> NoticeThreshold.of(0)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> NoticeThreshold.of(1)).isInstanceOf(IllegalArgumentException.class);
  }

  @Property(tries = 3_000)
  void dueAgreesWithDecimalArithmetic(
      @ForAll @IntRange(min = 1, max = 999_999) int parts,
      @ForAll @LongRange(max = Long.MAX_VALUE) long whole,
      @ForAll @LongRange(min = -2, max = 2) long offset,
      @ForAll @LongRange(max = Long.MAX_VALUE) long anywhere) {
    NoticeThreshold threshold = new NoticeThreshold(parts);
    BigDecimal exact = BigDecimal.valueOf(whole).multiply(BigDecimal.valueOf(parts, 6));
    for (long remaining : new long[] {exact.longValue() + offset, anywhere}) {
      assertThat(remaining < threshold.dueBelow(whole))
          .isEqualTo(BigDecimal.valueOf(remaining).compareTo(exact) < 0);
    }
  }
}
