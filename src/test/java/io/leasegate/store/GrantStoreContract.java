package io.leasegate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.grant.Delegation;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantRenewal;
import io.leasegate.core.grant.RevokedBy;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.policy.RateLimit;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What every {@link GrantStore} does. */
public abstract class GrantStoreContract extends StoreContract {

  @Test
  void aGrantIsIssuedOnceAtTheRevisionThatDecidedIt() {
    // Given
    long revision = records(ANN).revision();
    GrantDraft first = draft("sim:call:echo", MINUTE, Optional.empty());

    // When
    IssueResult issued = now(grants().issue(ANN, revision, first));
    IssueResult stale =
        now(grants().issue(ANN, revision, draft("sim:call:add", MINUTE, Optional.empty())));

    // Then
    assertThat(issued).isInstanceOf(IssueResult.Issued.class);
    assertThat(stale).isInstanceOf(IssueResult.Changed.class);
    AgentRecords now = ((IssueResult.Changed) stale).records();
    assertThat(now.revision()).isNotEqualTo(revision);
    assertThat(now.grants()).extracting(Grant::id).containsExactly(first.id());
  }

  @Test
  void whatAnotherAgentGetsDoesNotChangeTheRevision() {
    // Given
    long revision = records(ANN).revision();

    // When
    issue(BOB, "sim:call:echo", MINUTE);

    // Then
    assertThat(records(ANN).revision()).isEqualTo(revision);
  }

  @Test
  void liveGrantsAreBoundedAndEndedOnesMakeRoom() {
    // Given
    Grant first = issue(ANN, "sim:call:a", MINUTE);
    for (int i = 1; i < MOST; i++) {
      issue(ANN, "sim:call:b" + i, HOUR);
    }
    GrantDraft more = draft("sim:call:more", MINUTE, Optional.empty());

    // When
    IssueResult full = now(grants().issue(ANN, records(ANN).revision(), more));
    clock.advanceMs(MINUTE);
    IssueResult room = now(grants().issue(ANN, records(ANN).revision(), more));

    // Then
    assertThat(full).isEqualTo(new IssueResult.Full(MOST));
    assertThat(first.expiresAt()).isEqualTo(T0 + MINUTE);
    assertThat(room).isInstanceOf(IssueResult.Issued.class);
    assertThat(now(grants().live(Optional.empty(), 100)).items()).hasSize(MOST);
    recount();
    assertThat(grants().liveCount()).isEqualTo(MOST);
  }

  @Test
  void aBoundGrantEndsNoLaterThanItsLease() {
    // Given
    Lease lease = open(ANN, 10_000, 5, "sim");
    clock.advanceMs(4_000);

    // When
    Grant grant = issue(ANN, "sim:call:echo", MINUTE, lease);

    // Then
    assertThat(grant.expiresAt()).isEqualTo(T0 + 10_000);
    assertThat(grant.originalTtlMs()).isEqualTo(6_000);
  }

  @Test
  void nothingIsBoundToALeaseWithLessThanASecond() {
    // Given
    Lease lease = open(ANN, 10_000, 5, "sim");
    long revision = records(ANN).revision();
    clock.advanceMs(9_001);

    // When
    IssueResult result =
        now(grants().issue(ANN, revision, draft("sim:call:echo", MINUTE, Optional.of(lease))));

    // Then
    assertThat(result).isInstanceOf(IssueResult.Changed.class);
    assertThat(records(ANN).grants()).isEmpty();
  }

  @Test
  void aRenewalStartsANewWindowOfTheOriginalLengthWithinLeaseAndCeiling() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    Grant grant = issue(ANN, "sim:call:echo", 10 * MINUTE, lease);
    clock.advanceMs(9 * MINUTE);

    // When
    Grant plain = renewed(grant, 24 * HOUR);
    Grant capped = renewed(grant, 2 * MINUTE);
    clock.advanceMs(MINUTE);
    Grant again = renewed(grant, 24 * HOUR);
    for (int i = 0; i < 6; i++) {
      clock.advanceMs(8 * MINUTE);
      again = renewed(grant, 24 * HOUR);
    }

    // Then
    assertThat(plain.windowStart()).isEqualTo(T0 + 9 * MINUTE);
    assertThat(plain.expiresAt()).isEqualTo(T0 + 19 * MINUTE);
    assertThat(capped.expiresAt()).isEqualTo(T0 + 11 * MINUTE);
    assertThat(again.expiresAt()).isEqualTo(T0 + HOUR);
    assertThat(again.issuedAt()).isEqualTo(T0);
  }

  private Grant renewed(Grant grant, long longest) {
    RenewResult result = now(grants().renew(grant.identity(), grant.id(), longest));
    return ((GrantRenewal.Renewed) ((RenewResult.Judged) result).renewal()).grant();
  }

  @Test
  void onlyLiveBoundGrantsOfOneselfAreRenewed() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    Grant loose = issue(ANN, "sim:call:a", MINUTE);
    Grant bound = issue(ANN, "sim:call:b", MINUTE, lease);
    clock.advanceMs(MINUTE);

    // When
    RenewResult unbound = now(grants().renew(ANN, loose.id(), HOUR));
    RenewResult expired = now(grants().renew(ANN, bound.id(), HOUR));
    RenewResult foreign = now(grants().renew(BOB, bound.id(), HOUR));
    RenewResult elsewhere = now(grants().renew(ELSEWHERE, bound.id(), HOUR));

    // Then
    assertThat(unbound).isEqualTo(new RenewResult.Judged(new GrantRenewal.NotBound()));
    assertThat(expired)
        .isEqualTo(new RenewResult.Judged(new GrantRenewal.Ended(ErrorCode.GRANT_EXPIRED)));
    assertThat(foreign).isInstanceOf(RenewResult.NotFound.class);
    assertThat(elsewhere).isInstanceOf(RenewResult.NotFound.class);
  }

  @Test
  void aRevokeEndsTheGrantAndWhatWasPassedOnOfIt() {
    // Given
    Grant parent = issue(ANN, "sim:call:*", HOUR);
    Grant child = delegate(parent, BOB, MINUTE);

    // When
    var foreign = now(grants().revoke(BOB, parent.id()));
    var unknown = now(grants().revoke(ANN, "g-none"));
    var own = now(grants().revoke(ANN, parent.id()));
    var again = now(grants().revoke(ANN, parent.id()));

    // Then
    assertThat(foreign).isEqualTo(unknown).isEmpty();
    assertThat(own).hasValue(2);
    assertThat(again).isEmpty();
    assertThat(only(BOB).revocation().orElseThrow().by()).isEqualTo(RevokedBy.AGENT);
    assertThat(only(BOB).id()).isEqualTo(child.id());
    assertThat(records(ANN).killRules()).isEmpty();
  }

  private Grant only(Identity identity) {
    List<Grant> all = records(identity).grants();
    assertThat(all).hasSize(1);
    return all.get(0);
  }

  @Test
  void aReceiverCanGiveUpWhatItGotAndTheGiverKeepsIts() {
    // Given
    Grant parent = issue(ANN, "sim:call:*", HOUR);
    Grant child = delegate(parent, BOB, MINUTE);

    // When
    var ended = now(grants().revoke(BOB, child.id()));

    // Then
    assertThat(ended).hasValue(1);
    assertThat(only(ANN).isLive(T0)).isTrue();
  }

  @Test
  void nothingIsPassedOnFromAGrantThatChangedOrDied() {
    // Given
    Grant parent = issue(ANN, "sim:call:*", MINUTE);
    long revision = records(ANN).revision();
    Delegation.Delegable delegable = new Delegation.Delegable(parent, MINUTE);

    // When
    clock.advanceMs(MINUTE);
    IssueResult dead = now(grants().delegate(ANN, revision, BOB, id("g"), "sim:call:*", delegable));
    IssueResult stale =
        now(grants().delegate(ANN, revision - 1, BOB, id("g"), "sim:call:*", delegable));

    // Then
    assertThat(dead).isInstanceOf(IssueResult.Changed.class);
    assertThat(stale).isInstanceOf(IssueResult.Changed.class);
    assertThat(records(BOB).grants()).isEmpty();
  }

  @Test
  void anOperatorsRevokeHoldsBackUntilTheOriginalEnd() {
    // Given
    Grant parent = issue(ANN, "sim:call:*", HOUR);
    delegate(parent, BOB, MINUTE);
    long before = records(ANN).revision();

    // When
    var ended = now(grants().revokeByOperator("acme", parent.id()));
    var unknown = now(grants().revokeByOperator("other", parent.id()));

    // Then
    assertThat(ended).hasValue(2);
    assertThat(unknown).isEmpty();
    assertThat(records(ANN).revision()).isNotEqualTo(before);
    assertThat(records(ANN).killRules()).hasSize(1);
    assertThat(records(ANN).killRules().get(0).until()).isEqualTo(T0 + HOUR);
    assertThat(records(BOB).killRules()).as("it was taken from the receiver, too").hasSize(1);
    clock.advanceMs(HOUR);
    assertThat(records(ANN).killRules()).isEmpty();
  }

  @Test
  void aKilledAgentLosesEverythingUntilItIsReleased() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    issue(ANN, "sim:call:a", MINUTE, lease);
    Grant loose = issue(ANN, "rec:call:b", MINUTE);
    delegate(loose, BOB, MINUTE);
    long decidedAt = records(ANN).revision();

    // When
    int ended = now(grants().kill("acme", Optional.of("ann")));

    // Then
    assertThat(ended).isEqualTo(3);
    assertThat(records(ANN).killed()).isTrue();
    assertThat(records(BOB).killed()).isFalse();
    assertThat(stored(ANN, lease).isLive(T0)).isFalse();
    IssueResult late =
        now(grants().issue(ANN, decidedAt, draft("sim:call:c", MINUTE, Optional.empty())));
    assertThat(late).isInstanceOf(IssueResult.Changed.class);
    assertThat(now(grants().release("acme", Optional.of("ann")))).isTrue();
    assertThat(now(grants().release("acme", Optional.of("ann")))).isFalse();
    assertThat(records(ANN).killed()).isFalse();
    assertThat(records(ANN).killRules()).hasSize(3);
  }

  @Test
  void aKilledWorkspaceCoversAgentsThatNobodyHasSeen() {
    // Given
    issue(ANN, "sim:call:a", MINUTE);
    issue(ELSEWHERE, "sim:call:a", MINUTE);
    Identity read = new Identity("acme", "read-only-once");
    long decidedAt = records(read).revision();

    // When
    int ended = now(grants().kill("acme", Optional.empty()));

    // Then
    Identity unseen = new Identity("acme", "unseen");
    assertThat(ended).isEqualTo(1);
    assertThat(records(unseen).killed()).isTrue();
    assertThat(records(ANN).killed()).isTrue();
    assertThat(records(ELSEWHERE).killed()).isFalse();
    assertThat(now(grants().issue(read, decidedAt, draft("sim:call:c", MINUTE, Optional.empty()))))
        .isInstanceOf(IssueResult.Changed.class);
    assertThat(now(grants().release("acme", Optional.of("ann"))))
        .as("one agent cannot be released from the kill of its workspace")
        .isFalse();
    assertThat(records(ANN).killed()).isTrue();
    assertThat(now(grants().release("acme", Optional.empty()))).isTrue();
    assertThat(records(unseen).killed()).isFalse();
  }

  @Test
  void aWorkspacesReleaseLeavesTheAgentsThatWereKilledOneByOne() {
    // Given
    now(grants().kill("acme", Optional.of("ann")));
    now(grants().kill("acme", Optional.empty()));

    // When
    now(grants().release("acme", Optional.empty()));

    // Then
    assertThat(records(ANN).killed()).isTrue();
    assertThat(records(BOB).killed()).isFalse();
  }

  @Test
  void whoeverWasReadHearsOfTheWorkspacesKillAndRelease() {
    // Given
    Identity quiet = new Identity("acme", "quiet");
    records(quiet);
    List<Identity> heard = new ArrayList<>();
    grants().onChange(heard::add);

    // When
    now(grants().kill("acme", Optional.empty()));
    Identity met = new Identity("acme", "met-while-killed");
    records(met);
    now(grants().release("acme", Optional.empty()));

    // Then
    assertThat(heard).containsExactlyInAnyOrder(quiet, quiet, met);
  }

  @Test
  void thosePassedOnToHearOfARevokeToo() {
    // Given
    Grant parent = issue(ANN, "sim:call:*", HOUR);
    delegate(parent, BOB, MINUTE);
    List<Identity> heard = new ArrayList<>();
    grants().onChange(heard::add);

    // When
    now(grants().revoke(ANN, parent.id()));

    // Then
    assertThat(heard).containsExactlyInAnyOrder(ANN, BOB);
  }

  @Test
  void theRateWindowSlidesToTheMillisecond() {
    // Given
    RateLimit two = new RateLimit(2, Duration.ofMinutes(1));
    assertThat(now(grants().countRequest(ANN, true, two))).isTrue();
    clock.advanceMs(20_000);
    assertThat(now(grants().countRequest(ANN, true, two))).isTrue();

    // When, Then
    assertThat(now(grants().countRequest(ANN, true, two))).isFalse();
    assertThat(now(grants().countRequest(ANN, false, two))).as("implicit ones apart").isTrue();
    assertThat(now(grants().countRequest(BOB, true, two))).isTrue();
    clock.advanceMs(39_999);
    assertThat(now(grants().countRequest(ANN, true, two))).isFalse();
    clock.advanceMs(1);
    assertThat(now(grants().countRequest(ANN, true, two))).as("refused ones count not").isTrue();
    assertThat(now(grants().countRequest(ANN, true, two))).isFalse();
    clock.advanceMs(20_000);
    assertThat(now(grants().countRequest(ANN, true, two))).isTrue();
  }

  @Test
  void endedGrantsAreRememberedForADayAndNoMoreThanSoMany() {
    // Given
    Grant old = issue(ANN, "sim:call:old", MINUTE);
    clock.advanceMs(MINUTE + 24 * HOUR);
    assertThat(records(ANN).grants()).extracting(Grant::id).containsExactly(old.id());

    // When
    clock.advanceMs(1);

    // Then
    assertThat(records(ANN).grants()).isEmpty();
    Grant longest = issue(ANN, "sim:call:longest", HOUR);
    for (int i = 0; i < 2 * MOST; i++) {
      now(grants().revoke(ANN, issue(ANN, "sim:call:x" + i, MINUTE).id()));
      clock.advanceMs(1);
    }
    now(grants().revoke(ANN, longest.id()));
    assertThat(records(ANN).grants())
        .as("the one that ended last, though issued first")
        .hasSize(MOST)
        .extracting(Grant::id)
        .contains(longest.id());
  }

  @Test
  void liveGrantsArePagedById() {
    // Given
    for (int i = 0; i < MOST; i++) {
      issue(ANN, "sim:call:x" + i, MINUTE);
    }
    issue(ELSEWHERE, "sim:call:y", MINUTE);

    // When
    List<String> ids = new ArrayList<>();
    Optional<String> after = Optional.empty();
    do {
      Page<Grant> page = now(grants().live(after, 2));
      page.items().forEach(grant -> ids.add(grant.id()));
      after = page.next();
    } while (after.isPresent());

    // Then
    assertThat(ids).hasSize(MOST + 1).isSorted().doesNotHaveDuplicates();
  }
}
