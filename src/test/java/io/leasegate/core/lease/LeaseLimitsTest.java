package io.leasegate.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.policy.AgentEntry;
import io.leasegate.core.policy.Limits;
import io.leasegate.core.policy.Policy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.Test;

class LeaseLimitsTest {

  @Test
  void withoutLimitsALeaseHasFourHoursAndTwoHundredWrites() {
    LeaseLimits limits = limits(Optional.empty(), Optional.empty(), Optional.empty());
    assertThat(limits.clampTotal(Optional.empty())).isEqualTo(Duration.ofHours(4));
    assertThat(limits.clampTotal(hours(5))).isEqualTo(Duration.ofHours(4));
    assertThat(limits.clampTotal(hours(3))).isEqualTo(Duration.ofHours(3));
    assertThat(limits.clampWrites(OptionalLong.empty())).isEqualTo(200);
    assertThat(limits.clampWrites(OptionalLong.of(5_000))).isEqualTo(5_000);
  }

  @Test
  void theLowerOfThePolicysAndTheAgentsTimeIsTheCap() {
    for (LeaseLimits limits :
        List.of(
            limits(hours(2), hours(3), Optional.empty()),
            limits(hours(3), hours(2), Optional.empty()),
            limits(hours(2), Optional.empty(), Optional.empty()),
            limits(Optional.empty(), hours(2), Optional.empty()))) {
      assertThat(limits.clampTotal(Optional.empty())).isEqualTo(Duration.ofHours(2));
      assertThat(limits.clampTotal(hours(4))).isEqualTo(Duration.ofHours(2));
      assertThat(limits.clampTotal(hours(1))).isEqualTo(Duration.ofHours(1));
    }
  }

  @Test
  void writesAreClampedToTheAgentsNumberTheDefaultToo() {
    LeaseLimits limits = limits(Optional.empty(), Optional.empty(), Optional.of(50L));
    assertThat(limits.clampWrites(OptionalLong.empty())).isEqualTo(50);
    assertThat(limits.clampWrites(OptionalLong.of(51))).isEqualTo(50);
    assertThat(limits.clampWrites(OptionalLong.of(49))).isEqualTo(49);
    assertThat(limits.clampWrites(OptionalLong.of(0))).isZero();
  }

  private static Optional<Duration> hours(int hours) {
    return Optional.of(Duration.ofHours(hours));
  }

  private static LeaseLimits limits(
      Optional<Duration> everybody, Optional<Duration> agents, Optional<Long> writes) {
    Limits global =
        new Limits(
            Optional.empty(),
            List.of(),
            Optional.empty(),
            Optional.empty(),
            everybody,
            Optional.empty(),
            Optional.empty());
    AgentEntry entry =
        new AgentEntry(
            Optional.empty(), Limits.NONE, agents, writes, Set.of(), List.of(), List.of());
    return LeaseLimits.of(
        Policy.of(global, Map.of("*", entry)).forAgent(new Identity("acme", "bot")));
  }
}
