package io.leasegate.core.grant;

import static io.leasegate.core.grant.GrantFixture.bound;
import static io.leasegate.core.grant.GrantFixture.free;
import static io.leasegate.core.grant.GrantFixture.glob;
import static io.leasegate.core.lease.LeaseFixture.AGENT;
import static io.leasegate.core.lease.LeaseFixture.HOUR;
import static io.leasegate.core.lease.LeaseFixture.MINUTE;
import static io.leasegate.core.lease.LeaseFixture.T0;
import static io.leasegate.core.lease.LeaseFixture.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.lease.Lease;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class DelegationTest {

  private static final Identity RECEIVER = new Identity("acme", "worker");
  private static final Grant HELD = free("p", "sim:call:*", T0, HOUR);
  private static final OptionalLong UNNAMED = OptionalLong.empty();

  @Test
  void whatAHeldGrantCoversCanBePassedOnTheWholeOfItToo() {
    for (String request : List.of("sim:call:echo", "sim:call:e*", "sim:call:*")) {
      assertThat(decide(HELD, request, UNNAMED, T0))
          .isEqualTo(new Delegation.Delegable(HELD, HOUR));
    }
  }

  @Test
  void whatIsNotCoveredOrNoLongerHeldCannot() {
    assertThat(decide(HELD, "sim:**", UNNAMED, T0)).isEqualTo(new Delegation.NotHeld());
    assertThat(decide(HELD, "sim:call:echo", UNNAMED, T0 + HOUR))
        .isEqualTo(new Delegation.NotHeld());
    assertThat(decide(HELD.revoked(RevokedBy.AGENT, T0), "sim:call:echo", UNNAMED, T0))
        .isEqualTo(new Delegation.NotHeld());
  }

  @Test
  void itEndsNoLaterThanItsParent() {
    assertThat(decide(HELD, "sim:call:echo", OptionalLong.of(2 * HOUR), T0 + MINUTE))
        .isEqualTo(new Delegation.Delegable(HELD, HOUR - MINUTE));
    assertThat(decide(HELD, "sim:call:echo", OptionalLong.of(MINUTE), T0))
        .isEqualTo(new Delegation.Delegable(HELD, MINUTE));
  }

  @Test
  void lessThanASecondIsTooShort() {
    assertThat(decide(HELD, "sim:call:echo", UNNAMED, T0 + HOUR - 1_000))
        .isEqualTo(new Delegation.Delegable(HELD, 1_000));
    assertThat(decide(HELD, "sim:call:echo", UNNAMED, T0 + HOUR - 999))
        .isEqualTo(new Delegation.EndsTooSoon());
  }

  @Test
  void theReceiversGrantKnowsItsParentAndUsesItsLease() {
    Lease lease = task("l", T0, HOUR, 5);
    Grant parent = bound("p", lease, T0, HOUR);
    Grant child =
        new Delegation.Delegable(parent, MINUTE).issue("c", RECEIVER, glob("sim:call:echo"), T0);
    assertThat(child.identity()).isEqualTo(RECEIVER);
    assertThat(child.parentGrantId()).contains("p");
    assertThat(child.lease()).isEqualTo(Optional.of(LeaseBinding.to(lease)));
    assertThat(child.origin()).isEqualTo(GrantOrigin.DELEGATED);
    assertThat(child.expiresAt()).isEqualTo(T0 + MINUTE);
  }

  @Test
  void whatWasPassedOnIsNotPassedOnAgain() {
    Grant child = new Delegation.Delegable(HELD, HOUR).issue("c", AGENT, glob("sim:call:*"), T0);
    assertThat(decide(child, "sim:call:echo", UNNAMED, T0))
        .isEqualTo(new Delegation.NoRedelegation());
    assertThat(Delegation.decide(List.of(child, HELD), glob("sim:call:echo"), UNNAMED, T0))
        .isEqualTo(new Delegation.Delegable(HELD, HOUR));
  }

  private static Delegation decide(Grant held, String request, OptionalLong ttlMs, long now) {
    return Delegation.decide(List.of(held), glob(request), ttlMs, now);
  }
}
