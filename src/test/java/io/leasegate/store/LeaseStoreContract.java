package io.leasegate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.RevokedBy;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link LeaseStore} does. */
public abstract class LeaseStoreContract extends StoreContract {

  @Test
  void anOpenedLeaseIsThereForItsHolderOnly() {
    // When
    Lease lease = open(ANN, HOUR, 7, "sim", "rec");

    // Then
    assertThat(lease.times().endsAt()).isEqualTo(T0 + HOUR);
    assertThat(lease.budget().orElseThrow().maxWrites()).isEqualTo(7);
    assertThat(lease.generation()).isEqualTo(1);
    assertThat(records(ANN).leases()).containsOnlyKeys(lease.id());
    assertThat(records(BOB).leases()).isEmpty();
    assertThat(records(ELSEWHERE).leases()).isEmpty();
  }

  @Test
  void liveLeasesAreBoundedAndOverAtTheirDeadline() {
    // Given
    for (int i = 0; i < MOST; i++) {
      open(ANN, MINUTE, 1, "sim");
    }

    // When
    Optional<Lease> more =
        now(leases().openTask(ANN, id("l"), "goal", List.of(), Duration.ofMinutes(1), 1));
    clock.advanceMs(MINUTE - 1);
    recount();
    long before = leases().liveCount();
    clock.advanceMs(1);
    recount();

    // Then
    assertThat(more).isEmpty();
    assertThat(before).isEqualTo(MOST);
    assertThat(leases().liveCount()).isZero();
    assertThat(now(leases().live(Optional.empty(), 10)).items()).isEmpty();
    open(ANN, MINUTE, 1, "sim");
  }

  @Test
  void aRevokeEndsTheLeaseAndAllThatIsBoundToIt() {
    // Given
    Lease lease = open(ANN, HOUR, 7, "sim");
    Grant bound = issue(ANN, "sim:call:a", MINUTE, lease);
    issue(ANN, "sim:call:b", MINUTE, lease);
    Grant loose = issue(ANN, "sim:call:c", MINUTE);
    delegate(bound, BOB, MINUTE);

    // When
    var ended = now(leases().revoke(ANN, lease.id())).orElseThrow();

    // Then
    assertThat(ended.grants()).isEqualTo(3);
    assertThat(ended.lease().state()).isEqualTo(LeaseState.REVOKED);
    assertThat(records(ANN).grants())
        .filteredOn(grant -> grant.isLive(T0))
        .extracting(Grant::id)
        .containsExactly(loose.id());
    assertThat(records(BOB).grants().get(0).revocation().orElseThrow().by())
        .isEqualTo(RevokedBy.LEASE);
    assertThat(records(ANN).killRules()).as("its own revoke holds nothing back").isEmpty();
    assertThat(now(leases().revoke(ANN, lease.id()))).isEmpty();
  }

  @Test
  void aForeignAnUnknownAndAnExpiredLeaseAreOneAnswer() {
    // Given
    Lease lease = open(ANN, MINUTE, 7, "sim");

    // When
    var foreign = now(leases().revoke(BOB, lease.id()));
    var elsewhere = now(leases().revoke(ELSEWHERE, lease.id()));
    var unknown = now(leases().revoke(ANN, "l-none"));
    clock.advanceMs(MINUTE);
    var expired = now(leases().revoke(ANN, lease.id()));

    // Then
    assertThat(List.of(foreign, elsewhere, unknown, expired)).allMatch(Optional::isEmpty);
    assertThat(stored(ANN, lease).state()).isEqualTo(LeaseState.ACTIVE);
  }

  @Test
  void anOperatorsRevokeHoldsBackTheWholeScopeUntilTheDeadline() {
    // Given
    Lease lease = open(ANN, HOUR, 7, "sim");
    Grant bound = issue(ANN, "sim:call:a", MINUTE, lease);
    delegate(bound, BOB, MINUTE);

    // When
    var wrong = now(leases().revokeByOperator("other", lease.id(), Optional.empty()));
    var ended =
        now(leases().revokeByOperator("acme", lease.id(), Optional.of("why"))).orElseThrow();

    // Then
    assertThat(wrong).isEmpty();
    assertThat(ended.lease().end().orElseThrow().reason()).contains("why");
    assertThat(records(ANN).killRules())
        .anyMatch(
            rule ->
                rule.until() == T0 + HOUR
                    && rule.holdsBack(ANN, glob("sim:call:zzz"), T0)
                    && !rule.holdsBack(ANN, glob("rec:call:zzz"), T0));
    assertThat(records(BOB).killRules())
        .anyMatch(rule -> rule.holdsBack(BOB, glob("sim:call:a"), T0));
  }

  @Test
  void endedLeasesAreRememberedUntilADayAfterTheirDeadlineAndNoMoreThanSoMany() {
    // Given
    Lease lease = open(ANN, HOUR, 7, "sim");
    clock.advanceMs(25 * HOUR);
    assertThat(records(ANN).leases()).containsKey(lease.id());

    // When
    clock.advanceMs(1);

    // Then
    assertThat(records(ANN).leases()).isEmpty();
    Lease live = open(ANN, HOUR, 7, "sim");
    for (int i = 0; i < 4 * MOST; i++) {
      now(leases().revoke(ANN, open(ANN, HOUR, 7, "sim").id()));
    }
    assertThat(records(ANN).leases()).hasSize(MOST + 1).containsKey(live.id());
  }
}
