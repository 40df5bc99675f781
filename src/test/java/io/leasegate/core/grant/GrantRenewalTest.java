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

class GrantRenewalTest {

  private static final Lease LEASE = task("l", T0, HOUR, 5);
  private static final Grant GRANT = bound("g", LEASE, T0, 15 * MINUTE);

  @Test
  void aRenewalGivesTheOriginalTtlFromNow() {
    Grant renewed = renewed(renew(GRANT, LEASE, HOUR, T0 + 14 * MINUTE));
    assertThat(renewed.expiresAt()).isEqualTo(T0 + 29 * MINUTE);
    assertThat(renewed.windowStart()).isEqualTo(T0 + 14 * MINUTE);
    assertThat(renewed.issuedAt()).isEqualTo(T0);
    assertThat(renewed.originalTtlMs()).isEqualTo(15 * MINUTE);
  }

  @Test
  void theLeasesDeadlineBoundsIt() {
    Grant late = renewed(renew(GRANT, LEASE, HOUR, T0 + 14 * MINUTE));
    late = renewed(renew(late, LEASE, HOUR, T0 + 28 * MINUTE));
    late = renewed(renew(late, LEASE, HOUR, T0 + 42 * MINUTE));
    late = renewed(renew(late, LEASE, HOUR, T0 + 50 * MINUTE));
    assertThat(late.expiresAt()).isEqualTo(T0 + HOUR);
  }

  @Test
  void aHeartbeatLeaseBoundsByItsDeadlineNotByItsNextExpiry() {
    Lease lease = owned("l", T0);
    Grant renewed = renewed(renew(bound("g", lease, T0, HOUR), lease, HOUR, T0 + MINUTE));
    assertThat(renewed.expiresAt()).isEqualTo(T0 + MINUTE + HOUR);
  }

  @Test
  void theCeilingInForceNowBoundsIt() {
    Grant renewed = renewed(renew(GRANT, LEASE, MINUTE, T0 + 10 * MINUTE));
    assertThat(renewed.expiresAt()).isEqualTo(T0 + 11 * MINUTE);
  }

  @Test
  void anUnboundGrantIsNotRenewed() {
    assertThat(
            GrantRenewal.renew(free("g", T0, MINUTE), Optional.empty(), Optional.empty(), HOUR, T0))
        .isEqualTo(new GrantRenewal.NotBound());
  }

  @Test
  void whatEndedIsNotRenewed() {
    assertThat(renew(GRANT, LEASE, HOUR, T0 + 15 * MINUTE))
        .isEqualTo(new GrantRenewal.Ended(ErrorCode.GRANT_EXPIRED));
    assertThat(renew(GRANT.revoked(RevokedBy.AGENT, T0), LEASE, HOUR, T0))
        .isEqualTo(new GrantRenewal.Ended(ErrorCode.GRANT_REVOKED));
    assertThat(renew(GRANT, ended(LEASE, LeaseState.REVOKED, T0), HOUR, T0))
        .isEqualTo(new GrantRenewal.Ended(ErrorCode.LEASE_REVOKED));
  }

  @Test
  void aDelegatedGrantNeverOutlivesItsParent() {
    Grant child =
        new Delegation.Delegable(GRANT, 10 * MINUTE)
            .issue("c", AGENT, glob(GRANT.capability()), T0);
    GrantRenewal renewal =
        GrantRenewal.renew(child, Optional.of(GRANT), Optional.of(LEASE), HOUR, T0 + 9 * MINUTE);
    assertThat(renewed(renewal).expiresAt()).isEqualTo(T0 + 15 * MINUTE);
  }

  private static GrantRenewal renew(Grant grant, Lease lease, long longest, long now) {
    return GrantRenewal.renew(grant, Optional.empty(), Optional.of(lease), longest, now);
  }

  private static Grant renewed(GrantRenewal renewal) {
    assertThat(renewal).isInstanceOf(GrantRenewal.Renewed.class);
    return ((GrantRenewal.Renewed) renewal).grant();
  }
}
