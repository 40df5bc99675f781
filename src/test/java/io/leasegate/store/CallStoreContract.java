package io.leasegate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.CallStore.Claim;
import io.leasegate.store.CallStore.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What every {@link CallStore} does. */
public abstract class CallStoreContract extends StoreContract {

  private static Verdict refused(ErrorCode code) {
    return new Verdict.Refused(code);
  }

  @Test
  void aWriteUsesTheBudgetAndGivesItBackOnceIfItDidNotRun() {
    // Given
    Lease lease = open(ANN, HOUR, 3, "sim");
    Claim ran = claim(issue(ANN, "sim:call:a", MINUTE, lease));
    Claim not = claim("c-not", ANN, ran.grantId());

    // When
    Verdict verdict = now(calls().claim(ran));
    now(calls().claim(not));
    now(calls().settle(ran, ran()));
    now(calls().settle(not, notRun()));
    long once = used(lease);
    CallStore.Settled twice = now(calls().settle(not, notRun()));
    now(calls().settle(ran, notRun()));
    now(calls().settle(claim("c-never", ANN, ran.grantId()), notRun()));

    // Then
    assertThat(((Verdict.Execute) verdict).lease().orElseThrow().budget().orElseThrow())
        .extracting(budget -> budget.writesUsed())
        .isEqualTo(1L);
    assertThat(once).isEqualTo(1);
    assertThat(twice.acted()).isFalse();
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void anUnboundWriteCostsNoBudget() {
    // Given
    open(ANN, HOUR, 0, "sim");
    Claim claim = claim(issue(ANN, "sim:call:a", MINUTE));

    // When
    Verdict verdict = now(calls().claim(claim));

    // Then
    assertThat(verdict).isEqualTo(new Verdict.Execute(Optional.empty()));
    assertThat(now(calls().settle(claim, notRun())))
        .isEqualTo(new CallStore.Settled(true, Optional.empty()));
  }

  @Test
  void theReasonsOfARefusalComeInTheirOrder() {
    // Given
    Lease lease = open(ANN, HOUR, 0, "sim");
    Grant grant = issue(ANN, "sim:call:a", MINUTE, lease);

    // When, Then: each one hides the next
    assertThat(now(calls().claim(claim(grant))))
        .isEqualTo(refused(ErrorCode.WRITE_BUDGET_EXHAUSTED));
    clock.advanceMs(MINUTE);
    assertThat(now(calls().claim(claim(grant)))).isEqualTo(refused(ErrorCode.GRANT_EXPIRED));
    now(leases().revoke(ANN, lease.id()));
    assertThat(now(calls().claim(claim(grant)))).isEqualTo(refused(ErrorCode.LEASE_REVOKED));
    assertThat(now(calls().claim(claim(id("c"), ANN, "g-none"))))
        .isEqualTo(refused(ErrorCode.GRANT_REVOKED));
    assertThat(now(calls().claim(claim(id("c"), BOB, grant.id()))))
        .as("another's grant is none")
        .isEqualTo(refused(ErrorCode.GRANT_REVOKED));
    now(grants().kill("acme", Optional.of("ann")));
    assertThat(now(calls().claim(claim(id("c"), ANN, "g-none"))))
        .isEqualTo(refused(ErrorCode.KILLED));
  }

  @Test
  void aLeasesDeadlineAndAParentsEndEndTheGrant() {
    // Given
    Lease lease = open(ANN, MINUTE, 5, "sim");
    Grant bound = issue(ANN, "sim:call:a", MINUTE, lease);
    Grant parent = issue(ANN, "sim:call:b", HOUR);
    Grant child = delegate(parent, BOB, HOUR);

    // When
    clock.advanceMs(MINUTE);
    now(grants().revoke(ANN, parent.id()));

    // Then
    assertThat(now(calls().claim(claim(bound)))).isEqualTo(refused(ErrorCode.LEASE_EXPIRED));
    assertThat(now(calls().claim(claim(child)))).isEqualTo(refused(ErrorCode.GRANT_REVOKED));
  }

  @Test
  void aRefusalLeavesNothingBehind() {
    // Given
    Lease lease = open(ANN, HOUR, 1, "sim");
    Grant grant = issue(ANN, "sim:call:a", MINUTE, lease);
    now(calls().claim(claim(grant)));
    AgentRecords before = records(ANN);
    Claim refused = claim(grant);

    // When
    now(calls().claim(refused));
    CallStore.Settled settled = now(calls().settle(refused, notRun()));

    // Then
    assertThat(settled.acted()).isFalse();
    assertThat(records(ANN)).isEqualTo(before);
  }

  @Test
  void writesOfTheReceiverCountOnTheGiversLease() {
    // Given
    Lease lease = open(ANN, HOUR, 2, "sim");
    Grant child = delegate(issue(ANN, "sim:call:a", MINUTE, lease), BOB, MINUTE);

    // When
    now(calls().claim(claim(child)));
    now(calls().claim(claim(child)));

    // Then
    assertThat(used(lease)).isEqualTo(2);
    assertThat(now(calls().claim(claim(child))))
        .isEqualTo(refused(ErrorCode.WRITE_BUDGET_EXHAUSTED));
  }

  @Test
  void countingWritesIsNoChangeOfTheRecords() {
    // Given
    Lease lease = open(ANN, HOUR, 2, "sim");
    Grant grant = issue(ANN, "sim:call:a", MINUTE, lease);
    long revision = records(ANN).revision();

    // When
    now(calls().claim(claim(grant)));

    // Then
    assertThat(records(ANN).revision()).isEqualTo(revision);
  }

  @Test
  void aWriteThatDidNotRunIsGivenBackAlsoAfterTheLeaseWasRevoked() {
    // Given
    Lease lease = open(ANN, HOUR, 2, "sim");
    Claim claim = claim(issue(ANN, "sim:call:a", MINUTE, lease));
    now(calls().claim(claim));
    now(leases().revoke(ANN, lease.id()));

    // When
    now(calls().settle(claim, notRun()));

    // Then
    assertThat(used(lease)).isZero();
    assertThat(stored(ANN, lease).end()).isPresent();
  }

  @Test
  void aClaimThatIsTakenBackHoldsNothing() {
    // Given
    Lease lease = open(ANN, HOUR, 1, "sim");
    Claim claim = claim(issue(ANN, "sim:call:a", MINUTE, lease));
    now(calls().claim(claim));

    // When
    boolean freed = now(calls().abandon(claim));
    boolean again = now(calls().abandon(claim));

    // Then
    assertThat(freed).isTrue();
    assertThat(again).isFalse();
    assertThat(used(lease)).isZero();
    assertThat(now(calls().settle(claim, ran())).acted()).isFalse();
    assertThat(now(calls().claim(claim(id("c"), ANN, claim.grantId()))))
        .isInstanceOf(Verdict.Execute.class);
  }

  @Test
  void aClaimThatWasSettledIsNotTakenBack() {
    // Given
    Lease lease = open(ANN, HOUR, 1, "sim");
    Claim claim = claim(issue(ANN, "sim:call:a", MINUTE, lease));
    now(calls().claim(claim));
    now(calls().settle(claim, ran()));

    // When, Then
    assertThat(now(calls().abandon(claim))).isFalse();
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void manyThreadsNeverOverrunTheBudget() throws Exception {
    // Given
    int threads = 8;
    int each = 50;
    Lease lease = open(ANN, HOUR, 100, "sim");
    Grant grant = issue(ANN, "sim:call:a", MINUTE, lease);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    CountDownLatch start = new CountDownLatch(1);

    // When: every third one that may run did not, and says so twice
    List<Future<Integer>> executions = new ArrayList<>();
    for (int t = 0; t < threads; t++) {
      int thread = t;
      executions.add(
          pool.submit(
              () -> {
                start.await();
                int ran = 0;
                for (int i = 0; i < each; i++) {
                  Claim claim = claim("c-" + thread + "-" + i, ANN, grant.id());
                  if (now(calls().claim(claim)) instanceof Verdict.Execute) {
                    CallStore.Settlement outcome = i % 3 == 0 ? notRun() : ran();
                    ran += i % 3 == 0 ? 0 : 1;
                    now(calls().settle(claim, outcome));
                    now(calls().settle(claim, outcome));
                  }
                }
                return ran;
              }));
    }
    start.countDown();
    int ran = 0;
    for (Future<Integer> one : executions) {
      ran += one.get(5, TimeUnit.MINUTES);
    }
    pool.shutdown();

    // Then
    assertThat(ran).isEqualTo(100);
    assertThat(used(lease)).isEqualTo(100);
  }
}
