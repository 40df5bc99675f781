package io.leasegate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.ApprovalStore.Decided;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link ApprovalStore} does. */
public abstract class ApprovalStoreContract extends StoreContract {

  private static final long OPEN_FOR = 10 * MINUTE;

  private Optional<Approval> ask(
      Identity identity, String capability, long ttlMs, Optional<Lease> lease) {
    return now(
        approvals()
            .open(
                new ApprovalStore.Draft(
                    id("ap"),
                    identity,
                    capability,
                    ttlMs,
                    lease.map(LeaseBinding::to),
                    "rule",
                    "why",
                    OPEN_FOR)));
  }

  private Approval asked(String capability) {
    return ask(ANN, capability, MINUTE, Optional.empty()).orElseThrow();
  }

  private Approval.Status status(Approval approval) {
    return now(approvals().list(Optional.empty())).stream()
        .filter(it -> it.id().equals(approval.id()))
        .findFirst()
        .orElseThrow()
        .status();
  }

  @Test
  void theSameOpenRequestIsTheSameApproval() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    Approval first = asked("sim:call:a");

    // When, Then
    assertThat(asked("sim:call:a")).isEqualTo(first);
    assertThat(asked("sim:call:b").id()).isNotEqualTo(first.id());
    assertThat(ask(ANN, "sim:call:a", 2 * MINUTE, Optional.empty()).orElseThrow().id())
        .isNotEqualTo(first.id());
    assertThat(ask(ANN, "sim:call:a", MINUTE, Optional.of(lease)).orElseThrow().id())
        .isNotEqualTo(first.id());
    assertThat(ask(BOB, "sim:call:a", MINUTE, Optional.empty()).orElseThrow().id())
        .isNotEqualTo(first.id());
    assertThat(ask(ELSEWHERE, "sim:call:a", MINUTE, Optional.empty()).orElseThrow().id())
        .isNotEqualTo(first.id());
  }

  @Test
  void anOpenOneExpiresByItselfAndIsAskedAnew() {
    // Given
    Approval first = asked("sim:call:a");
    clock.advanceMs(OPEN_FOR - 1);
    assertThat(status(first)).isEqualTo(Approval.Status.PENDING);

    // When
    clock.advanceMs(1);

    // Then
    assertThat(status(first)).isEqualTo(Approval.Status.EXPIRED);
    Decided late = now(approvals().approve(first.id(), "g-late"));
    assertThat(((Decided.Already) late).approval().status()).isEqualTo(Approval.Status.EXPIRED);
    assertThat(records(ANN).grants()).isEmpty();
    assertThat(asked("sim:call:a").id()).isNotEqualTo(first.id());
  }

  @Test
  void anApprovalIsAGrantFromThatMomentOn() {
    // Given
    Approval approval = asked("sim:call:a");
    clock.advanceMs(5 * MINUTE);

    // When
    Decided decided = now(approvals().approve(approval.id(), "g-1"));
    Decided again = now(approvals().approve(approval.id(), "g-2"));
    Decided denied = now(approvals().deny(approval.id()));

    // Then
    assertThat(((Decided.Done) decided).approval().grantId()).contains("g-1");
    assertThat(((Decided.Already) again).approval().grantId()).contains("g-1");
    assertThat(((Decided.Already) denied).approval().status()).isEqualTo(Approval.Status.APPROVED);
    Grant grant = records(ANN).grants().get(0);
    assertThat(records(ANN).grants()).hasSize(1);
    assertThat(grant.origin()).isEqualTo(GrantOrigin.APPROVED);
    assertThat(grant.expiresAt()).isEqualTo(T0 + 6 * MINUTE);
  }

  @Test
  void aDeniedOneGrantsNothing() {
    // Given
    Approval approval = asked("sim:call:a");

    // When
    Decided decided = now(approvals().deny(approval.id()));
    Decided approved = now(approvals().approve(approval.id(), "g-1"));

    // Then
    assertThat(((Decided.Done) decided).approval().status()).isEqualTo(Approval.Status.DENIED);
    assertThat(((Decided.Already) approved).approval().status()).isEqualTo(Approval.Status.DENIED);
    assertThat(records(ANN).grants()).isEmpty();
    assertThat(now(approvals().deny("ap-none"))).isInstanceOf(Decided.NotFound.class);
  }

  @Test
  void killAndLeaseRevokeCancelWhatIsOpenAndNothingElse() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    Approval bound = ask(ANN, "sim:call:a", MINUTE, Optional.of(lease)).orElseThrow();
    Approval loose = asked("sim:call:b");
    Approval others = ask(BOB, "sim:call:b", MINUTE, Optional.empty()).orElseThrow();

    // When
    now(leases().revoke(ANN, lease.id()));
    Approval.Status afterLease = status(loose);
    now(grants().kill("acme", Optional.of("ann")));

    // Then
    assertThat(status(bound)).isEqualTo(Approval.Status.CANCELLED);
    assertThat(afterLease).isEqualTo(Approval.Status.PENDING);
    assertThat(status(loose)).isEqualTo(Approval.Status.CANCELLED);
    assertThat(status(others)).isEqualTo(Approval.Status.PENDING);
  }

  @Test
  void whatExpiredBeforeAKillStaysExpired() {
    // Given
    Approval approval = asked("sim:call:a");
    clock.advanceMs(OPEN_FOR);

    // When
    now(grants().kill("acme", Optional.of("ann")));

    // Then
    assertThat(status(approval)).isEqualTo(Approval.Status.EXPIRED);
  }

  @Test
  void aLateRequestOfAKilledAgentCannotBeApproved() {
    // Given: it was decided before the kill and arrives behind it
    now(grants().kill("acme", Optional.of("ann")));
    Approval late = asked("sim:call:a");

    // When
    now(approvals().approve(late.id(), "g-1"));

    // Then
    assertThat(status(late)).isEqualTo(Approval.Status.CANCELLED);
    assertThat(records(ANN).grants()).isEmpty();
  }

  @Test
  void anApprovedGrantEndsWithItsLeaseAndIsCancelledWithoutOne() {
    // Given
    Lease lease = open(ANN, 2 * MINUTE, 5, "sim");
    Approval early = ask(ANN, "sim:call:a", HOUR, Optional.of(lease)).orElseThrow();
    Approval late = ask(ANN, "sim:call:b", HOUR, Optional.of(lease)).orElseThrow();

    // When
    clock.advanceMs(MINUTE);
    now(approvals().approve(early.id(), "g-1"));
    clock.advanceMs(MINUTE - 500);
    now(approvals().approve(late.id(), "g-2"));

    // Then
    assertThat(records(ANN).grants()).extracting(Grant::id).containsExactly("g-1");
    assertThat(records(ANN).grants().get(0).expiresAt()).isEqualTo(T0 + 2 * MINUTE);
    assertThat(status(late)).isEqualTo(Approval.Status.CANCELLED);
  }

  @Test
  void openRequestsOfAnAgentAreBounded() {
    // Given
    for (int i = 0; i < MOST; i++) {
      asked("sim:call:x" + i);
    }

    // When, Then
    assertThat(ask(ANN, "sim:call:more", MINUTE, Optional.empty())).isEmpty();
    assertThat(ask(ANN, "sim:call:x0", MINUTE, Optional.empty())).isPresent();
    assertThat(ask(BOB, "sim:call:more", MINUTE, Optional.empty())).isPresent();
  }

  @Test
  void theListIsNewestFirstOverAllWorkspacesAndAnAgentsOwn() {
    // Given
    Approval first = asked("sim:call:a");
    clock.advanceMs(1);
    Approval second = ask(ELSEWHERE, "sim:call:a", MINUTE, Optional.empty()).orElseThrow();
    clock.advanceMs(1);
    Approval third = asked("sim:call:b");

    // When
    List<Approval> all = now(approvals().list(Optional.empty()));
    List<Approval> own = now(approvals().list(Optional.of(ANN)));

    // Then
    assertThat(all).containsExactly(third, second, first);
    assertThat(own).containsExactly(third, first);
  }
}
