package io.leasegate.core.notice;

import static io.leasegate.core.grant.GrantFixture.bound;
import static io.leasegate.core.grant.GrantFixture.free;
import static io.leasegate.core.lease.LeaseFixture.HOUR;
import static io.leasegate.core.lease.LeaseFixture.MINUTE;
import static io.leasegate.core.lease.LeaseFixture.SECOND;
import static io.leasegate.core.lease.LeaseFixture.T0;
import static io.leasegate.core.lease.LeaseFixture.owned;
import static io.leasegate.core.lease.LeaseFixture.task;
import static io.leasegate.core.lease.LeaseFixture.todo;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantRenewal;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseChange.Changed;
import io.leasegate.core.lease.LeaseOperations;
import java.util.Optional;
import java.util.OptionalLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class NoticeRuleTest {

  private static final NoticeRule RULE = new NoticeRule(NoticeThreshold.of(0.2));

  @Test
  void aGrantIsNoticedBelowTwentyPercentNotAtIt() {
    Grant grant = free("g", T0, 100 * SECOND);
    assertThat(RULE.isDue(grant, T0)).isFalse();
    assertThat(RULE.isDue(grant, T0 + 80 * SECOND)).isFalse();
    assertThat(RULE.isDue(grant, T0 + 80 * SECOND + 1)).isTrue();
    assertThat(RULE.mark(grant)).isEqualTo(T0 + 80 * SECOND + 1);
    assertThat(RULE.noticeOn(grant, null, T0 + 80 * SECOND)).isEmpty();
  }

  @Test
  void aRenewalOpensANewWindow() {
    Lease lease = task("l", T0, 101 * HOUR, 100);
    Grant grant = bound("g", lease, T0, 100 * SECOND);
    GrantRenewal renewal =
        GrantRenewal.renew(grant, Optional.empty(), Optional.of(lease), HOUR, T0 + 90 * SECOND);
    Grant renewed = ((GrantRenewal.Renewed) renewal).grant();
    assertThat(RULE.isDue(renewed, T0 + 90 * SECOND)).isFalse();
    assertThat(RULE.mark(renewed)).isEqualTo(T0 + 170 * SECOND + 1);
  }

  @Test
  void theNoticeSaysWhatEndsAndWhen() {
    Grant grant = free("g", T0, 100 * SECOND);
    Notice notice = RULE.noticeOn(grant, null, T0 + 90 * SECOND + 1).orElseThrow();
    assertThat(notice.grantId()).isEqualTo("g");
    assertThat(notice.capability()).isEqualTo("sim:call:*");
    assertThat(notice.expiresInS()).isEqualTo(9);
    assertThat(notice.renewable()).isFalse();
    assertThat(notice.hint()).contains("scopegate_request_capability");
    assertThat(notice.lease()).isEmpty();
  }

  @Test
  void aBoundGrantIsRenewableAndItsHintSaysHow() {
    Lease lease = task("l", T0, HOUR, 100);
    Grant grant = bound("g", lease, T0, 100 * SECOND);
    Notice notice = RULE.noticeOn(grant, lease, T0 + 99 * SECOND).orElseThrow();
    assertThat(notice.renewable()).isTrue();
    assertThat(notice.hint()).contains("scopegate_renew_capability");
    assertThat(notice.lease()).isEmpty();
  }

  @Test
  void aCallThatOutlivedItsGrantIsToldZeroSeconds() {
    Grant grant = free("g", T0, 100 * SECOND);
    assertThat(RULE.noticeOn(grant, null, T0 + HOUR)).map(Notice::expiresInS).contains(0L);
  }

  @Test
  void aLeaseShortOfTimeCausesANoticeByItself() {
    Lease lease = task("l", T0, 100 * MINUTE, 100);
    Grant fresh = bound("g", lease, T0 + 79 * MINUTE, 15 * MINUTE);
    assertThat(RULE.noticeOn(fresh, lease, T0 + 80 * MINUTE)).isEmpty();
    Notice notice = RULE.noticeOn(fresh, lease, T0 + 80 * MINUTE + 1).orElseThrow();
    assertThat(notice.expiresInS()).isEqualTo(14 * 60 - 1);
    assertThat(notice.lease()).contains(new LeaseNotice("l", 20 * 60 - 1, OptionalLong.of(100)));
    assertThat(notice.hint()).contains("scopegate_open_task_lease");
  }

  @Test
  void aLeaseShortOfWritesCausesANoticeByItself() {
    Lease lease = task("l", T0, HOUR, 10);
    Grant grant = bound("g", lease, T0, 15 * MINUTE);
    lease = written(lease, 8);
    assertThat(RULE.noticeOn(grant, lease, T0)).isEmpty();
    lease = written(lease, 1);
    Notice notice = RULE.noticeOn(grant, lease, T0).orElseThrow();
    assertThat(notice.lease()).contains(new LeaseNotice("l", 3_600, OptionalLong.of(1)));
    lease = written(lease, 1);
    assertThat(RULE.noticeOn(grant, lease, T0).orElseThrow().lease())
        .contains(new LeaseNotice("l", 3_600, OptionalLong.of(0)));
  }

  @Test
  void aLeaseForReadingOnlyIsNotShortOfWrites() {
    assertThat(RULE.isDue(task("l", T0, HOUR, 0), T0)).isFalse();
  }

  @Test
  void aLeaseWithoutABudgetHasNoWritesToTell() {
    Lease lease = owned("l", T0);
    Grant grant = bound("g", lease, T0, 24 * HOUR);
    Notice notice = RULE.noticeOn(grant, lease, T0 + 11 * HOUR).orElseThrow();
    assertThat(notice.lease()).contains(new LeaseNotice("l", 3_600, OptionalLong.empty()));
  }

  @Test
  void aHeartbeatLeaseIsShortBeforeItsDeadlineNotBeforeEachExpiry() {
    Lease lease = owned("l", T0);
    assertThat(RULE.isDue(lease, T0 + 9 * MINUTE)).isFalse();
    assertThat(RULE.isDue(todo("t", T0, 10 * MINUTE), T0 + 9 * MINUTE)).isTrue();
  }

  @Property(tries = 1_000)
  void theMarkIsTheFirstMomentAtWhichANoticeIsDue(
      @ForAll @IntRange(min = 10_000, max = 990_000) int parts,
      @ForAll @LongRange(min = 1_000, max = 31_536_000_000L) long ttlMs) {
    NoticeRule rule = new NoticeRule(new NoticeThreshold(parts));
    Grant grant = free("g", T0, ttlMs);
    long mark = rule.mark(grant);
    assertThat(rule.isDue(grant, mark)).isTrue();
    assertThat(rule.isDue(grant, mark - 1)).isFalse();
    assertThat(mark).isBetween(T0, T0 + ttlMs);
  }

  private static Lease written(Lease lease, int writes) {
    Lease used = lease;
    for (int i = 0; i < writes; i++) {
      used = ((Changed) LeaseOperations.consumeWrite(used)).lease();
    }
    return used;
  }
}
