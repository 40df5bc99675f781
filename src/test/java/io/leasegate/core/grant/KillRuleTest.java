package io.leasegate.core.grant;

import static io.leasegate.core.grant.GrantFixture.free;
import static io.leasegate.core.grant.GrantFixture.glob;
import static io.leasegate.core.lease.LeaseFixture.AGENT;
import static io.leasegate.core.lease.LeaseFixture.HOUR;
import static io.leasegate.core.lease.LeaseFixture.MINUTE;
import static io.leasegate.core.lease.LeaseFixture.T0;
import static io.leasegate.core.lease.LeaseFixture.ended;
import static io.leasegate.core.lease.LeaseFixture.owned;
import static io.leasegate.core.lease.LeaseFixture.task;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.lease.LeaseState;
import io.leasegate.core.policy.CapabilityRule;
import io.leasegate.core.policy.Decision;
import io.leasegate.core.policy.DenyCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class KillRuleTest {

  private static final KillRule RULE =
      KillRule.after(
          free("g", "sim:call:create_*", T0, MINUTE).revoked(RevokedBy.OPERATOR, T0 + 1));

  @Test
  void whatWasCoveredIsHeldBackHoweverItIsAskedFor() {
    for (String request :
        List.of("sim:call:create_issue", "sim:call:create_*", "sim:**", "*:call:*_issue")) {
      assertThat(verdict(request, T0 + 2)).isEqualTo(KillVerdict.PENDING_HUMAN_APPROVAL);
    }
  }

  @Test
  void otherRequestsAndOtherAgentsAreFree() {
    assertThat(verdict("sim:call:echo", T0 + 2)).isEqualTo(KillVerdict.OPEN);
    assertThat(verdict("sim:read:create_issue", T0 + 2)).isEqualTo(KillVerdict.OPEN);
    assertThat(
            KillVerdict.on(
                false,
                List.of(RULE),
                new Identity("acme", "other"),
                glob("sim:call:create_issue"),
                T0 + 2))
        .isEqualTo(KillVerdict.OPEN);
  }

  @Test
  void itHoldsUntilTheOriginalEndAndNotAtIt() {
    assertThat(verdict("sim:call:create_issue", T0 + MINUTE - 1))
        .isEqualTo(KillVerdict.PENDING_HUMAN_APPROVAL);
    assertThat(verdict("sim:call:create_issue", T0 + MINUTE)).isEqualTo(KillVerdict.OPEN);
  }

  @Test
  void aRevokedLeaseHoldsBackItsUpstreamsUntilItsDeadline() {
    KillRule rule =
        KillRule.after(ended(task("l", T0, HOUR, 5, "sim", "git"), LeaseState.REVOKED, T0))
            .orElseThrow();
    assertThat(rule.holdsBack(AGENT, glob("sim:call:echo"), T0)).isTrue();
    assertThat(rule.holdsBack(AGENT, glob("git:**"), T0 + HOUR - 1)).isTrue();
    assertThat(rule.holdsBack(AGENT, glob("sim:call:echo"), T0 + HOUR)).isFalse();
    assertThat(rule.holdsBack(AGENT, glob("github:call:echo"), T0)).isFalse();
  }

  @Test
  void aRevokedLeaseOverEverythingHoldsBackEverything() {
    KillRule rule = KillRule.after(owned("l", T0)).orElseThrow();
    assertThat(rule.holdsBack(AGENT, glob("any:call:thing"), T0 + 12 * HOUR - 1)).isTrue();
    assertThat(rule.holdsBack(AGENT, glob("any:call:thing"), T0 + 12 * HOUR)).isFalse();
  }

  @Test
  void aKilledAgentIsRefusedEverything() {
    assertThat(KillVerdict.on(true, List.of(), AGENT, glob("sim:call:echo"), T0))
        .isEqualTo(KillVerdict.KILLED);
  }

  @Test
  void whatIsHeldBackNeedsAHumanAndADenialStaysOne() {
    CapabilityRule rule =
        new CapabilityRule(glob("sim:**"), true, Optional.empty(), false, Set.of(), List.of());
    Duration ttl = Duration.ofMinutes(1);
    Duration open = Duration.ofMinutes(10);
    Decision asked = new Decision.NeedsApproval("r", rule, ttl, open);
    Decision denied = new Decision.Deny(DenyCode.NO_RULE, "why", "what", Optional.empty());
    assertThat(KillRule.heldBack(new Decision.Allow("r", rule, ttl), open)).isEqualTo(asked);
    assertThat(KillRule.heldBack(asked, open)).isEqualTo(asked);
    assertThat(KillRule.heldBack(denied, open)).isEqualTo(denied);
  }

  private static KillVerdict verdict(String request, long now) {
    return KillVerdict.on(false, List.of(RULE), AGENT, glob(request), now);
  }
}
