package io.leasegate.core.grant;

import static io.leasegate.core.grant.GrantFixture.bound;
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

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseState;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GrantLivenessTest {

  @Test
  void aGrantLivesBeforeItsExpiryAndNotAtIt() {
    Grant grant = free("g", T0, MINUTE);
    assertThat(refusal(grant, T0 + MINUTE - 1)).isEmpty();
    assertThat(grant.remainingMs(T0 + MINUTE - 1)).isEqualTo(1);
    assertThat(refusal(grant, T0 + MINUTE)).contains(ErrorCode.GRANT_EXPIRED);
    assertThat(grant.remainingMs(T0 + MINUTE)).isZero();
  }

  @Test
  void aRevokedGrantIsRevokedAlsoAfterItsExpiry() {
    Grant grant = free("g", T0, MINUTE).revoked(RevokedBy.AGENT, T0 + 1);
    assertThat(grant.isLive(T0 + 1)).isFalse();
    assertThat(refusal(grant, T0 + 1)).contains(ErrorCode.GRANT_REVOKED);
    assertThat(refusal(grant, T0 + HOUR)).contains(ErrorCode.GRANT_REVOKED);
  }

  @Test
  void theFirstRevokeStays() {
    Grant grant = free("g", T0, MINUTE).revoked(RevokedBy.OPERATOR, T0 + 1);
    assertThat(grant.revoked(RevokedBy.LEASE, T0 + 2)).isEqualTo(grant);
  }

  @ParameterizedTest
  @CsvSource({
    "RELEASED, LEASE_REVOKED",
    "REVOKED, LEASE_REVOKED",
    "RECLAIMED, STALE_GENERATION",
    "SUPERSEDED, STALE_GENERATION"
  })
  void aBoundGrantDiesWithItsLease(LeaseState state, ErrorCode code) {
    Lease lease = owned("l", T0);
    Grant grant = bound("g", lease, T0, HOUR);
    assertThat(refusal(grant, lease, T0 + 1)).isEmpty();
    assertThat(refusal(grant, ended(lease, state, T0 + 1), T0 + 1)).contains(code);
  }

  @Test
  void aBoundGrantExpiresWithItsLease() {
    Lease lease = task("l", T0, MINUTE, 5);
    Grant grant = bound("g", lease, T0, MINUTE);
    assertThat(refusal(grant, lease, T0 + MINUTE - 1)).isEmpty();
    assertThat(refusal(grant, lease, T0 + MINUTE)).contains(ErrorCode.LEASE_EXPIRED);
  }

  @Test
  void aBoundGrantThatExpiredUnderALiveLeaseSaysSo() {
    Lease lease = task("l", T0, HOUR, 5);
    Grant grant = bound("g", lease, T0, MINUTE);
    assertThat(refusal(grant, lease, T0 + MINUTE)).contains(ErrorCode.GRANT_EXPIRED);
  }

  @Test
  void theLeasesOwnRevokeIsToldAsTheLeases() {
    Lease lease = task("l", T0, HOUR, 5);
    Grant grant = bound("g", lease, T0, MINUTE).revoked(RevokedBy.LEASE, T0 + 1);
    assertThat(refusal(grant, lease, T0 + 1)).contains(ErrorCode.LEASE_REVOKED);
  }

  @Test
  void aMovedGenerationIsStaleWhateverTheLeaseIs() {
    Lease old = owned("l", T0);
    Lease moved = owned("l", T0 + HOUR, old.terms(), 2);
    Grant grant = bound("g", old, T0, 2 * HOUR);
    assertThat(refusal(grant, moved, T0 + HOUR)).contains(ErrorCode.STALE_GENERATION);
    assertThat(refusal(grant, ended(moved, LeaseState.RELEASED, T0 + HOUR), T0 + HOUR))
        .contains(ErrorCode.STALE_GENERATION);
  }

  @Test
  void whatTheStoreLostCountsAsRevoked() {
    Grant bound = bound("g", owned("l", T0), T0, HOUR);
    assertThat(refusal(bound, T0)).contains(ErrorCode.LEASE_REVOKED);
    Grant child = child(free("p", T0, HOUR));
    assertThat(refusal(child, T0)).contains(ErrorCode.GRANT_REVOKED);
  }

  @Test
  void aDelegatedGrantDiesWithItsParent() {
    Grant parent = free("p", T0, HOUR);
    Grant child = child(parent);
    assertThat(refusalOfChild(child, parent, T0 + 1)).isEmpty();
    assertThat(refusalOfChild(child, parent.revoked(RevokedBy.AGENT, T0 + 1), T0 + 1))
        .contains(ErrorCode.GRANT_REVOKED);
    assertThat(refusalOfChild(child, free("p", T0, MINUTE), T0 + MINUTE))
        .contains(ErrorCode.GRANT_EXPIRED);
  }

  private static Grant child(Grant parent) {
    return new Delegation.Delegable(parent, HOUR).issue("c", AGENT, glob(parent.capability()), T0);
  }

  private static Optional<ErrorCode> refusal(Grant grant, long now) {
    return GrantLiveness.refusal(grant, Optional.empty(), Optional.empty(), now);
  }

  private static Optional<ErrorCode> refusal(Grant grant, Lease lease, long now) {
    return GrantLiveness.refusal(grant, Optional.empty(), Optional.of(lease), now);
  }

  private static Optional<ErrorCode> refusalOfChild(Grant child, Grant parent, long now) {
    return GrantLiveness.refusal(child, Optional.of(parent), Optional.empty(), now);
  }
}
