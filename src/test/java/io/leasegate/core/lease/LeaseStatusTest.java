package io.leasegate.core.lease;

import static io.leasegate.core.lease.LeaseFixture.HOUR;
import static io.leasegate.core.lease.LeaseFixture.MINUTE;
import static io.leasegate.core.lease.LeaseFixture.T0;
import static io.leasegate.core.lease.LeaseFixture.ended;
import static io.leasegate.core.lease.LeaseFixture.lacking;
import static io.leasegate.core.lease.LeaseFixture.owned;
import static io.leasegate.core.lease.LeaseFixture.task;
import static io.leasegate.core.lease.LeaseFixture.todo;
import static io.leasegate.core.lease.LeaseFixture.withTimes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LeaseStatusTest {

  @Test
  void aTaskLeaseIsActiveUntilItsDeadlineAndNeverStaleOrReclaimable() {
    Lease lease = task("l", T0, HOUR, 5);
    assertThat(lease.status(T0)).isEqualTo(LeaseStatus.ACTIVE);
    assertThat(lease.status(T0 + HOUR - 1)).isEqualTo(LeaseStatus.ACTIVE);
    assertThat(lease.status(T0 + HOUR)).isEqualTo(LeaseStatus.EXPIRED);
    assertThat(lease.status(T0 + 100 * HOUR)).isEqualTo(LeaseStatus.EXPIRED);
    assertThat(lease.times().deadlineAt()).hasValue(lease.times().expiresAt());
  }

  @Test
  void aTodoIsOpenToAPlainAcquireAfterItsExpiryNotToAReclaim() {
    Lease lease = todo("l", T0, MINUTE);
    assertThat(lease.status(T0 + MINUTE)).isEqualTo(LeaseStatus.EXPIRED);
    assertThat(lease.times().deadlineAt()).isEmpty();
  }

  @Test
  void anOwnershipLeasePassesThroughAllItsBoundaries() {
    Lease lease = owned("l", T0);
    assertThat(lease.status(T0 + 5 * MINUTE - 1)).isEqualTo(LeaseStatus.ACTIVE);
    assertThat(lease.status(T0 + 5 * MINUTE)).isEqualTo(LeaseStatus.STALE);
    assertThat(lease.status(T0 + 10 * MINUTE - 1)).isEqualTo(LeaseStatus.STALE);
    assertThat(lease.status(T0 + 10 * MINUTE)).isEqualTo(LeaseStatus.RECLAIMABLE);
  }

  @Test
  void anExpiredLeaseInItsGraceIsNotYetReclaimable() {
    LeaseTimes times = new LeaseTimes(T0, T0, T0 + 2 * MINUTE, OptionalLong.of(T0 + 12 * HOUR));
    Lease lease = withTimes(owned("l", T0), times);
    assertThat(lease.status(T0 + 2 * MINUTE - 1)).isEqualTo(LeaseStatus.ACTIVE);
    assertThat(lease.status(T0 + 2 * MINUTE)).isEqualTo(LeaseStatus.EXPIRED);
    assertThat(lease.status(T0 + 5 * MINUTE - 1)).isEqualTo(LeaseStatus.EXPIRED);
    assertThat(lease.status(T0 + 5 * MINUTE)).isEqualTo(LeaseStatus.RECLAIMABLE);
  }

  @ParameterizedTest
  @EnumSource(names = "ACTIVE", mode = EnumSource.Mode.EXCLUDE)
  void aStoredEndWinsOverEverything(LeaseState state) {
    Lease lease = ended(lacking(owned("l", T0), "identity"), state, T0 + MINUTE);
    for (long now : new long[] {T0, T0 + MINUTE, T0 + 100 * HOUR}) {
      assertThat(lease.status(now).wireName()).isEqualTo(state.wireName());
      assertThat(lease.status(now).isLive()).isFalse();
      assertThat(lease.validForMs(now)).isZero();
    }
    assertThat(lease.state()).isEqualTo(state);
  }

  @Test
  void anAmbiguousRecordIsNeitherLiveNorOpenToAnybody() {
    Lease lease = lacking(owned("l", T0), "identity");
    assertThat(lease.status(T0)).isEqualTo(LeaseStatus.LEGACY_AMBIGUOUS);
    assertThat(lease.status(T0 + 100 * HOUR)).isEqualTo(LeaseStatus.LEGACY_AMBIGUOUS);
    assertThat(lease.isLive(T0)).isFalse();
    assertThat(lease.state()).isEqualTo(LeaseState.ACTIVE);
  }

  @Test
  void whatRemainsCountsToTheExpiryAndIsNeverNegative() {
    Lease lease = task("l", T0, HOUR, 5);
    assertThat(lease.validForMs(T0)).isEqualTo(HOUR);
    assertThat(lease.validForMs(T0 + HOUR - 1)).isEqualTo(1);
    assertThat(lease.validForMs(T0 + HOUR)).isZero();
    assertThat(lease.validForMs(T0 + 2 * HOUR)).isZero();
  }

  @Test
  void aLeaseStoppedLivingAtItsEndOrAtAnEarlierExpiry() {
    Lease lease = task("l", T0, HOUR, 5);
    assertThat(lease.liveUntil()).isEqualTo(T0 + HOUR);
    assertThat(ended(lease, LeaseState.REVOKED, T0 + 1).liveUntil()).isEqualTo(T0 + 1);
    assertThat(ended(lease, LeaseState.REVOKED, T0 + 2 * HOUR).liveUntil()).isEqualTo(T0 + HOUR);
  }

  @Test
  void theExpiryIsNeverBehindTheDeadline() {
    LeaseTerms terms =
        new LeaseTerms(
            Duration.ofMinutes(10),
            Optional.empty(),
            Duration.ZERO,
            Optional.of(Duration.ofMinutes(3)),
            Optional.empty(),
            false,
            Takeover.RECLAIM,
            Optional.of("fp"));
    assertThat(owned("l", T0, terms, 1).times().expiresAt()).isEqualTo(T0 + 3 * MINUTE);
    assertThatThrownBy(() -> new LeaseTimes(T0, T0, T0 + 2, OptionalLong.of(T0 + 1)))
        .isInstanceOf(IllegalArgumentException.class);
  }

  /** Against the sentences of the lifecycle, one after the other, over all small times. */
  @Property(tries = 2_000)
  void theStatusAgreesWithThePlainRules(
      @ForAll boolean heartbeats,
      @ForAll Takeover takeover,
      @ForAll LeaseState state,
      @ForAll boolean ambiguous,
      @ForAll @IntRange(max = 6) int grace,
      @ForAll @IntRange(max = 6) int lastHeartbeat,
      @ForAll @IntRange(max = 12) int expires,
      @ForAll @IntRange(max = 16) int now) {
    LeaseTerms terms =
        new LeaseTerms(
            Duration.ofMillis(1),
            heartbeats ? Optional.of(Duration.ofMillis(1)) : Optional.empty(),
            Duration.ofMillis(grace),
            Optional.empty(),
            Optional.empty(),
            false,
            takeover,
            Optional.empty());
    LeaseTimes times = new LeaseTimes(0, lastHeartbeat, expires, OptionalLong.empty());
    Lease lease = withTimes(owned("l", 0, terms, 1), times);
    lease = ambiguous ? lacking(lease, "identity") : lease;
    lease = state == LeaseState.ACTIVE ? lease : ended(lease, state, 1);

    boolean live = now < expires;
    boolean quiet = heartbeats && now - lastHeartbeat >= grace;
    String expected = "active";
    if (live && quiet) {
      expected = "stale";
    }
    if (!live) {
      expected = "expired";
    }
    if (!live && (quiet || !heartbeats) && takeover == Takeover.RECLAIM) {
      expected = "reclaimable";
    }
    if (ambiguous) {
      expected = "legacy_ambiguous";
    }
    if (state != LeaseState.ACTIVE) {
      expected = state.wireName();
    }
    assertThat(lease.status(now).wireName()).isEqualTo(expected);
    assertThat(lease.isLive(now)).isEqualTo(lease.status(now).isLive());
    assertThat(lease.validForMs(now) > 0).isEqualTo(lease.isLive(now));
  }
}
