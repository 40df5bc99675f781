package io.leasegate.core.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class WriteBudgetTest {

  @Test
  void aBudgetOfNoneAllowsNone() {
    assertThat(WriteBudget.of(0).consume()).isEmpty();
    assertThat(WriteBudget.of(0).refund()).isEqualTo(WriteBudget.of(0));
  }

  @Test
  void numbersOutsideTheBudgetAreNone() {
    assertThatThrownBy(() -> new WriteBudget(1, 2)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new WriteBudget(1, -1)).isInstanceOf(IllegalArgumentException.class);
  }

  /** A schedule of writes and refunds, where each refund gives back a write that was taken. */
  @Property
  void noScheduleOverrunsTheBudget(
      @ForAll @IntRange(max = 5) int max, @ForAll @Size(max = 60) List<Boolean> schedule) {
    WriteBudget budget = WriteBudget.of(max);
    int running = 0;
    for (boolean write : schedule) {
      if (write) {
        boolean allowed = budget.consume().isPresent();
        assertThat(allowed).isEqualTo(running < max);
        budget = budget.consume().orElse(budget);
        running += allowed ? 1 : 0;
      } else {
        budget = budget.refund();
        running = Math.max(0, running - 1);
      }
      assertThat(budget).isEqualTo(new WriteBudget(max, running));
      assertThat(budget.writesLeft()).isEqualTo(max - running);
    }
  }
}
