package io.leasegate.core.grant;

import static io.leasegate.core.grant.GrantFixture.bound;
import static io.leasegate.core.grant.GrantFixture.free;
import static io.leasegate.core.lease.LeaseFixture.HOUR;
import static io.leasegate.core.lease.LeaseFixture.MINUTE;
import static io.leasegate.core.lease.LeaseFixture.T0;
import static io.leasegate.core.lease.LeaseFixture.ended;
import static io.leasegate.core.lease.LeaseFixture.owned;
import static io.leasegate.core.lease.LeaseFixture.task;
import static io.leasegate.core.lease.LeaseFixture.todo;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseState;
import io.leasegate.core.policy.CapabilityRule;
import io.leasegate.core.policy.Decision;
import io.leasegate.core.policy.DenyCode;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImplicitGrantRuleTest {

  private static final long NOW = T0 + 2 * HOUR;
  private static final Lease LIVE = task("live", NOW - HOUR, 2 * HOUR, 5, "sim");
  private static final Lease EXPIRED = task("expired", T0, HOUR, 5, "sim");
  private static final Lease REVOKED =
      ended(task("revoked", T0, 4 * HOUR, 5), LeaseState.REVOKED, T0 + 1);

  @Test
  void withoutAnythingBeforeItIsUnbound() {
    assertThat(decide(List.of())).isEqualTo(new ImplicitGrant.Unbound());
  }

  @Test
  void underALiveTaskLeaseItIsBoundToTheNewest() {
    Lease newer = task("newer", NOW - MINUTE, HOUR, 5);
    assertThat(decide(List.of(LIVE, newer, EXPIRED))).isEqualTo(new ImplicitGrant.Bound(newer));
    assertThat(decide(List.of(newer, LIVE))).isEqualTo(new ImplicitGrant.Bound(newer));
  }

  @Test
  void aLeaseOverOtherUpstreamsDoesNotCount() {
    Lease elsewhere = task("elsewhere", NOW - MINUTE, HOUR, 5, "github");
    assertThat(decide(List.of(elsewhere))).isEqualTo(new ImplicitGrant.Unbound());
    assertThat(decide(List.of(elsewhere, EXPIRED))).isEqualTo(refused(ErrorCode.LEASE_EXPIRED));
  }

  @Test
  void whenEveryLeaseEndedThereIsNone() {
    assertThat(decide(List.of(EXPIRED))).isEqualTo(refused(ErrorCode.LEASE_EXPIRED));
    assertThat(decide(List.of(REVOKED))).isEqualTo(refused(ErrorCode.LEASE_REVOKED));
  }

  @Test
  void withoutAGrantTheNewestLeaseNamesTheReason() {
    Lease older = ended(task("older", T0 - HOUR, HOUR, 5), LeaseState.REVOKED, T0 - 1);
    assertThat(decide(List.of(EXPIRED, older))).isEqualTo(refused(ErrorCode.LEASE_EXPIRED));
  }

  @Test
  void aLeaseThatEndedMoreThanADayAgoIsForgotten() {
    long end = T0 + HOUR;
    ImplicitGrant dayAfter =
        ImplicitGrantRule.decide(
            "sim", List.of(EXPIRED), Optional.empty(), Optional.empty(), end + 24 * HOUR);
    assertThat(dayAfter).isEqualTo(refused(ErrorCode.LEASE_EXPIRED));
    ImplicitGrant later =
        ImplicitGrantRule.decide(
            "sim", List.of(EXPIRED), Optional.empty(), Optional.empty(), end + 24 * HOUR + 1);
    assertThat(later).isEqualTo(new ImplicitGrant.Unbound());
  }

  @Test
  void theNewestCoveringGrantNamesTheReason() {
    Lease ended = ended(task("l", T0, 4 * HOUR, 5), LeaseState.REVOKED, T0 + MINUTE);
    Grant bound = bound("g", ended, T0, MINUTE).revoked(RevokedBy.LEASE, T0 + MINUTE);
    assertThat(decide(List.of(EXPIRED, ended), bound, ended))
        .isEqualTo(refused(ErrorCode.LEASE_REVOKED));
    assertThat(decide(List.of(EXPIRED, REVOKED), bound("g", EXPIRED, T0, HOUR), EXPIRED))
        .isEqualTo(refused(ErrorCode.LEASE_EXPIRED));
    assertThat(decide(List.of(EXPIRED), free("g", T0, HOUR)))
        .isEqualTo(refused(ErrorCode.GRANT_EXPIRED));
  }

  @ParameterizedTest
  @EnumSource(
      value = RevokedBy.class,
      names = {"AGENT", "OPERATOR"})
  void aRevokedGrantStandsInTheWayEvenUnderALiveLease(RevokedBy by) {
    Grant unbound = free("g", T0, HOUR).revoked(by, T0 + 1);
    assertThat(decide(List.of(), unbound)).isEqualTo(refused(ErrorCode.GRANT_REVOKED));
    assertThat(decide(List.of(LIVE), unbound)).isEqualTo(refused(ErrorCode.GRANT_REVOKED));
    Grant bound = bound("g", LIVE, NOW - 1, HOUR).revoked(by, NOW);
    assertThat(decide(List.of(LIVE), bound, LIVE)).isEqualTo(refused(ErrorCode.GRANT_REVOKED));
    assertThat(decide(List.of(EXPIRED), unbound)).isEqualTo(refused(ErrorCode.GRANT_REVOKED));
  }

  @Test
  void aGrantThatDiedWithItsLeaseDoesNotStandInTheWayOfANewLease() {
    Grant bound = bound("g", REVOKED, T0, HOUR).revoked(RevokedBy.LEASE, T0 + 1);
    assertThat(decide(List.of(REVOKED, LIVE), bound, REVOKED))
        .isEqualTo(new ImplicitGrant.Bound(LIVE));
  }

  @Test
  void anExpiredGrantAloneDoesNotStandInTheWay() {
    assertThat(decide(List.of(), free("g", T0, HOUR))).isEqualTo(new ImplicitGrant.Unbound());
    assertThat(decide(List.of(LIVE), bound("g", LIVE, NOW - HOUR, MINUTE), LIVE))
        .isEqualTo(new ImplicitGrant.Bound(LIVE));
  }

  @Test
  void ownershipLeasesCountButNothingIsBoundToThemUnasked() {
    assertThat(decide(List.of(owned("o", NOW)))).isEqualTo(new ImplicitGrant.Unbound());
    assertThat(decide(List.of(owned("o", NOW), LIVE))).isEqualTo(new ImplicitGrant.Bound(LIVE));
    Lease expired = owned("o", T0);
    assertThat(decide(List.of(expired), bound("g", expired, T0, MINUTE), expired))
        .isEqualTo(refused(ErrorCode.LEASE_EXPIRED));
    Lease released = ended(expired, LeaseState.RELEASED, T0 + 1);
    assertThat(decide(List.of(released), bound("g", released, T0, MINUTE), released))
        .isEqualTo(refused(ErrorCode.LEASE_REVOKED));
    Lease moved = owned("o", T0, expired.terms(), 2);
    assertThat(decide(List.of(moved), bound("g", expired, T0, MINUTE), moved))
        .isEqualTo(refused(ErrorCode.STALE_GENERATION));
  }

  @Test
  void leasesOfTodosDoNotCount() {
    assertThat(decide(List.of(todo("t", T0, MINUTE)))).isEqualTo(new ImplicitGrant.Unbound());
  }

  @Test
  void theCodeAfterThePolicyIsItsOwnOrThatNoGrantIsThere() {
    CapabilityRule rule =
        new CapabilityRule(
            CapabilityGlob.parse("sim:**").orThrow(),
            true,
            Optional.empty(),
            false,
            Set.of(),
            List.of());
    Duration ttl = Duration.ofMinutes(1);
    assertThat(ImplicitGrantRule.refusal(new Decision.Allow("r", rule, ttl))).isEmpty();
    assertThat(ImplicitGrantRule.refusal(new Decision.NeedsApproval("r", rule, ttl, ttl)))
        .contains(ErrorCode.NO_GRANT);
    for (DenyCode code : DenyCode.values()) {
      assertThat(
              ImplicitGrantRule.refusal(new Decision.Deny(code, "why", "what", Optional.empty())))
          .map(ErrorCode::wireName)
          .contains(code.wireName());
    }
  }

  private static ImplicitGrant refused(ErrorCode code) {
    return new ImplicitGrant.Refused(code);
  }

  private static ImplicitGrant decide(List<Lease> leases) {
    return ImplicitGrantRule.decide("sim", leases, Optional.empty(), Optional.empty(), NOW);
  }

  private static ImplicitGrant decide(List<Lease> leases, Grant newest) {
    return ImplicitGrantRule.decide("sim", leases, Optional.of(newest), Optional.empty(), NOW);
  }

  private static ImplicitGrant decide(List<Lease> leases, Grant newest, Lease its) {
    return ImplicitGrantRule.decide("sim", leases, Optional.of(newest), Optional.of(its), NOW);
  }
}
