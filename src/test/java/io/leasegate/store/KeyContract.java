package io.leasegate.store;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.idempotency.AnswerBytes;
import io.leasegate.core.idempotency.Fingerprint;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyChange;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.core.idempotency.KeyResolution;
import io.leasegate.core.idempotency.KeyedCall;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.CallStore.Claim;
import io.leasegate.store.CallStore.KeyUse;
import io.leasegate.store.CallStore.Settlement;
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

/** What every store does with the keys of calls. */
public abstract class KeyContract extends StoreContract {

  private static final IdempotencyKey KEY = new IdempotencyKey("k");
  private static final Fingerprint SAME = fingerprint(1);
  private static final KeptAnswer ANSWER =
      new KeptAnswer.ToolResult(AnswerBytes.over("{\"content\":[]}".getBytes(UTF_8)), false);

  private static Fingerprint fingerprint(int seed) {
    byte[] bytes = new byte[Fingerprint.LENGTH];
    bytes[0] = (byte) seed;
    return Fingerprint.of(bytes);
  }

  private Claim keyed(Grant grant, IdempotencyKey key, KeyedCall call, boolean mayExecute) {
    return new Claim(
        id("a"),
        grant.identity(),
        grant.id(),
        "sim",
        "put",
        "sim:call:put",
        true,
        Optional.of(new KeyUse(key, call, mayExecute)));
  }

  private Claim keyed(Grant grant) {
    return keyed(grant, KEY, new KeyedCall(SAME, false, false), true);
  }

  private Verdict claim(Claim claim) {
    return now(calls().claim(claim));
  }

  private CallStore.Settled settle(Claim claim, Settlement settlement) {
    return now(calls().settle(claim, settlement));
  }

  private static Settlement answered(KeptAnswer answer) {
    return new Settlement(new KeyOutcome.Answered(answer), "ok");
  }

  private static Settlement lost() {
    return new Settlement(new KeyOutcome.Lost(), "unknown");
  }

  private static Settlement input() {
    return new Settlement(new KeyOutcome.InputRequired(), "input_required");
  }

  private Optional<KeyRecord> record() {
    return now(keys().find(ANN, KEY));
  }

  @Test
  void anAnswerIsReplayedToWhoeverMayCallAndUsesNoBudget() {
    // Given
    Lease lease = open(ANN, HOUR, 1, "sim");
    Grant grant = issue(ANN, "sim:call:put", HOUR, lease);
    Claim first = keyed(grant);
    Verdict executes = claim(first);
    clock.advanceMs(1_500);
    settle(first, answered(ANSWER));

    // When
    Verdict again = claim(keyed(grant));
    now(leases().revoke(ANN, lease.id()));
    Verdict dead = claim(keyed(grant));

    // Then
    assertThat(executes).isInstanceOf(Verdict.Execute.class);
    KeyRecord.Completed record = ((Verdict.Replay) again).record();
    assertThat(record.answer()).isEqualTo(ANSWER);
    assertThat(record.firstExecutedAt()).isEqualTo(T0);
    assertThat(record.endedAt()).isEqualTo(T0 + 1_500);
    assertThat(record.claim().attempt()).isEqualTo(first.attempt());
    assertThat(record.claim().upstream()).isEqualTo("sim");
    assertThat(record.claim().tool()).isEqualTo("put");
    assertThat(dead).isEqualTo(new Verdict.Refused(ErrorCode.LEASE_REVOKED));
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void everyKindOfAnswerIsKeptAsItIs() {
    // Given
    Grant grant = issue(ANN, "sim:call:put", HOUR);
    List<KeptAnswer> answers =
        List.of(
            new KeptAnswer.ToolResult(AnswerBytes.over("{\"é\":1.0}".getBytes(UTF_8)), true),
            new KeptAnswer.RpcFault(AnswerBytes.over("{\"code\":-1}".getBytes(UTF_8))),
            new KeptAnswer.NotKept(true),
            new KeptAnswer.NotKept(false));

    // When, Then
    for (KeptAnswer answer : answers) {
      IdempotencyKey key = new IdempotencyKey(id("key"));
      Claim claim = keyed(grant, key, new KeyedCall(SAME, false, false), true);
      claim(claim);
      settle(claim, answered(answer));
      Verdict again = claim(keyed(grant, key, new KeyedCall(SAME, false, false), true));
      assertThat(((Verdict.Replay) again).record().answer()).isEqualTo(answer);
    }
  }

  @Test
  void anotherCallUnderTheKeyIsAConflictInEveryState() {
    // Given
    Grant grant = issue(ANN, "sim:call:put", HOUR);
    KeyedCall other = new KeyedCall(fingerprint(2), true, true);
    Claim first = keyed(grant);

    // When, Then
    claim(first);
    assertThat(claim(keyed(grant, KEY, other, true))).isEqualTo(new Verdict.Conflict());
    settle(first, lost());
    assertThat(claim(keyed(grant, KEY, other, true))).isEqualTo(new Verdict.Conflict());
    settle(first, answered(ANSWER));
    assertThat(claim(keyed(grant, KEY, other, true))).isEqualTo(new Verdict.Conflict());
    assertThat(claim(keyed(issue(BOB, "sim:call:put", HOUR), KEY, other, true)))
        .as("another agent's key")
        .isInstanceOf(Verdict.Execute.class);
  }

  @Test
  void whileACallRunsItsKeyIsInFlightAndThenUnknownUnlessExtended() {
    // Given
    Grant grant = issue(ANN, "sim:call:put", HOUR);
    Claim first = keyed(grant);
    claim(first);

    // When, Then
    clock.advanceMs(MINUTE - 2_000);
    assertThat(claim(keyed(grant))).isEqualTo(new Verdict.InFlight(true, 2_000));
    now(calls().extend(List.of(first)));
    clock.advanceMs(MINUTE - 1);
    assertThat(claim(keyed(grant))).isEqualTo(new Verdict.InFlight(true, 1));
    assertThat(record().orElseThrow()).isInstanceOf(KeyRecord.InFlight.class);
    clock.advanceMs(1);
    assertThat(claim(keyed(grant))).isInstanceOf(Verdict.OutcomeUnknown.class);
    assertThat(record().orElseThrow()).isInstanceOf(KeyRecord.Unknown.class);
    settle(first, answered(ANSWER));
    assertThat(claim(keyed(grant))).as("late, but its own").isInstanceOf(Verdict.Replay.class);
  }

  @Test
  void aReleasedKeyIsFreeAndItsWriteGivenBackOnce() {
    // Given
    Lease lease = open(ANN, HOUR, 2, "sim");
    Grant grant = issue(ANN, "sim:call:put", HOUR, lease);
    Claim first = keyed(grant);
    claim(first);

    // When
    CallStore.Settled released = settle(first, notRun());
    CallStore.Settled twice = settle(first, notRun());
    long afterwards = used(lease);
    Verdict again = claim(keyed(grant));

    // Then
    assertThat(released.acted()).isTrue();
    assertThat(released.lease().orElseThrow().budget().orElseThrow().writesUsed()).isZero();
    assertThat(twice.acted()).isFalse();
    assertThat(afterwards).isZero();
    assertThat(record()).isPresent();
    assertThat(again).isInstanceOf(Verdict.Execute.class);
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void whoOnlyWaitsNeverGetsToExecute() {
    // Given
    Lease lease = open(ANN, HOUR, 2, "sim");
    Grant grant = issue(ANN, "sim:call:put", HOUR, lease);
    KeyedCall call = new KeyedCall(SAME, true, false);

    // When, Then
    assertThat(claim(keyed(grant, KEY, call, false))).isEqualTo(new Verdict.Released());
    Claim first = keyed(grant, KEY, call, true);
    claim(first);
    assertThat(claim(keyed(grant, KEY, call, false))).isInstanceOf(Verdict.InFlight.class);
    settle(first, lost());
    assertThat(claim(keyed(grant, KEY, call, false)))
        .as("repeatable, but not by one who waits")
        .isEqualTo(new Verdict.Released());
    assertThat(used(lease)).isEqualTo(1);
    assertThat(claim(keyed(grant, KEY, call, true))).isInstanceOf(Verdict.Execute.class);
    assertThat(used(lease)).as("it ran, or may have run, twice").isEqualTo(2);
  }

  @Test
  void onlyTheTokenThatHoldsTheKeySettlesIt() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    Grant grant = issue(ANN, "sim:call:put", HOUR, lease);
    KeyedCall repeatable = new KeyedCall(SAME, true, false);
    Claim first = keyed(grant, KEY, repeatable, true);
    claim(first);
    settle(first, lost());
    Claim second = keyed(grant, KEY, repeatable, true);
    claim(second);

    // When
    CallStore.Settled late = settle(first, answered(ANSWER));
    CallStore.Settled lateRelease = settle(first, notRun());

    // Then
    assertThat(late.acted()).isFalse();
    assertThat(lateRelease.acted()).isFalse();
    assertThat(record().orElseThrow()).isInstanceOf(KeyRecord.InFlight.class);
    assertThat(used(lease)).isEqualTo(2);
    settle(second, answered(ANSWER));
    assertThat(claim(keyed(grant))).isInstanceOf(Verdict.Replay.class);
  }

  @Test
  void anAnswerIsRecordedOnceAndStays() {
    // Given
    Grant grant = issue(ANN, "sim:call:put", HOUR);
    Claim first = keyed(grant);
    claim(first);

    // When
    CallStore.Settled recorded = settle(first, answered(ANSWER));
    CallStore.Settled again = settle(first, answered(new KeptAnswer.NotKept(true)));
    settle(first, notRun());
    settle(first, lost());

    // Then
    assertThat(recorded.acted()).isTrue();
    assertThat(again.acted()).isFalse();
    assertThat(((KeyRecord.Completed) record().orElseThrow()).answer()).isEqualTo(ANSWER);
  }

  @Test
  void whatWaitsForInputIsTakenOverByTheOneWhoBringsItForNoSecondWrite() {
    // Given
    Lease lease = open(ANN, HOUR, 1, "sim");
    Grant grant = issue(ANN, "sim:call:put", HOUR, lease);
    Claim first = keyed(grant);
    claim(first);
    settle(first, input());

    // When
    Verdict without = claim(keyed(grant));
    Claim second = keyed(grant, KEY, new KeyedCall(SAME, false, true), true);
    Verdict with = claim(second);
    CallStore.Settled late = settle(first, answered(ANSWER));
    CallStore.Settled ends = settle(second, notRun());

    // Then
    assertThat(without).isEqualTo(new Verdict.InFlight(false, 10 * MINUTE));
    assertThat(with).isInstanceOf(Verdict.Execute.class);
    assertThat(late.acted()).isFalse();
    assertThat(ends.acted()).isTrue();
    assertThat(used(lease)).as("the one write is given back").isZero();
  }

  @Test
  void inputThatDoesNotComeLeavesTheOutcomeUnknown() {
    // Given
    Grant grant = issue(ANN, "sim:call:put", HOUR);
    Claim first = keyed(grant);
    claim(first);
    settle(first, input());

    // When
    clock.advanceMs(10 * MINUTE);

    // Then
    assertThat(claim(keyed(grant, KEY, new KeyedCall(SAME, false, true), true)))
        .isInstanceOf(Verdict.OutcomeUnknown.class);
  }

  @Test
  void anOperatorResolvesWhatIsUnknownAndNothingElse() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    Grant grant = issue(ANN, "sim:call:put", HOUR, lease);
    Claim first = keyed(grant);

    // When, Then
    assertThat(now(keys().resolve(ANN, KEY, new KeyResolution.NotExecuted(), "r-0")))
        .isEqualTo(new KeyChange.Kept(KeyChange.Reason.NOT_THE_CLAIM));
    claim(first);
    assertThat(now(keys().resolve(ANN, KEY, new KeyResolution.NotExecuted(), "r-1")))
        .isEqualTo(new KeyChange.Kept(KeyChange.Reason.IN_FLIGHT));
    settle(first, lost());
    assertThat(now(keys().resolve(ANN, KEY, new KeyResolution.NotExecuted(), "r-2")))
        .isEqualTo(new KeyChange.Freed(Optional.of(lease.id())));
    assertThat(used(lease)).isZero();
    assertThat(settle(first, answered(ANSWER)).acted()).as("decided without it").isFalse();
    assertThat(record()).isEmpty();

    Claim second = keyed(grant);
    claim(second);
    settle(second, lost());
    assertThat(
            now(
                keys()
                    .resolve(
                        ANN, KEY, new KeyResolution.Executed(new KeptAnswer.NotGiven()), "r-3")))
        .isInstanceOf(KeyChange.Stored.class);
    assertThat(settle(second, answered(ANSWER)).acted()).isFalse();
    Verdict replay = claim(keyed(grant));
    assertThat(((Verdict.Replay) replay).record().answer()).isEqualTo(new KeptAnswer.NotGiven());
    assertThat(((Verdict.Replay) replay).record().claim().attempt()).isEqualTo("r-3");
    assertThat(now(keys().resolve(ANN, KEY, new KeyResolution.NotExecuted(), "r-4")))
        .isEqualTo(new KeyChange.Kept(KeyChange.Reason.SETTLED));
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void aRecordLivesForItsRetentionFromItsEndAndNotLonger() {
    // Given
    Grant grant = issue(ANN, "sim:call:put", 3 * RETENTION);
    Claim first = keyed(grant);
    claim(first);
    clock.advanceMs(30_000);
    settle(first, answered(ANSWER));

    // When, Then
    clock.advanceMs(RETENTION - 1);
    assertThat(claim(keyed(grant))).isInstanceOf(Verdict.Replay.class);
    clock.advanceMs(1);
    assertThat(record()).isEmpty();
    assertThat(claim(keyed(grant))).isInstanceOf(Verdict.Execute.class);
  }

  @Test
  void whenThereIsNoRoomNewKeysAreRefusedAndOldOnesKept() {
    // Given: one of each state
    Lease lease = open(ANN, 40 * HOUR, 50, "sim");
    Grant grant = issue(ANN, "sim:call:put", 40 * HOUR, lease);
    List<Claim> claims = new ArrayList<>();
    for (int i = 0; i < MOST; i++) {
      Claim claim =
          keyed(grant, new IdempotencyKey("k" + i), new KeyedCall(SAME, false, false), true);
      claim(claim);
      claims.add(claim);
    }
    settle(claims.get(0), answered(ANSWER));
    settle(claims.get(1), lost());
    settle(claims.get(2), input());

    // When
    Verdict full = claim(keyed(grant));
    long paid = used(lease);
    settle(claims.get(3), notRun());
    Verdict room = claim(keyed(grant));

    // Then
    assertThat(full).isEqualTo(new Verdict.Refused(ErrorCode.OVERLOADED));
    assertThat(paid).isEqualTo(MOST);
    assertThat(room).isInstanceOf(Verdict.Execute.class);
    for (int i : new int[] {0, 1, 2, 4}) {
      assertThat(now(keys().find(ANN, new IdempotencyKey("k" + i)))).as("k" + i).isPresent();
    }
    clock.advanceMs(RETENTION + 11 * MINUTE);
    assertThat(
            claim(keyed(grant, new IdempotencyKey("new"), new KeyedCall(SAME, false, false), true)))
        .as("all are over")
        .isInstanceOf(Verdict.Execute.class);
  }

  @Test
  void aRefusalLeavesNoKeyBehind() {
    // Given
    Lease lease = open(ANN, HOUR, 0, "sim");
    Grant grant = issue(ANN, "sim:call:put", HOUR, lease);

    // When
    Verdict refused = claim(keyed(grant));

    // Then
    assertThat(refused).isEqualTo(new Verdict.Refused(ErrorCode.WRITE_BUDGET_EXHAUSTED));
    assertThat(record()).isEmpty();
  }

  @Test
  void aReadWithAKeyCostsNoBudget() {
    // Given
    Lease lease = open(ANN, HOUR, 0, "sim");
    Grant grant = issue(ANN, "sim:call:get", HOUR, lease);
    Claim read =
        new Claim(
            id("a"),
            ANN,
            grant.id(),
            "sim",
            "get",
            "sim:call:get",
            false,
            Optional.of(new KeyUse(KEY, new KeyedCall(SAME, false, false), true)));

    // When
    Verdict verdict = claim(read);
    settle(read, notRun());

    // Then
    assertThat(verdict).isInstanceOf(Verdict.Execute.class);
    assertThat(used(lease)).isZero();
  }

  @Test
  void theEndOfAnExecutionIsHeard() {
    // Given
    List<String> heard = new ArrayList<>();
    keys().onEnd((identity, key) -> heard.add(identity.agent() + " " + key));
    Grant grant = issue(ANN, "sim:call:put", HOUR);
    Claim first = keyed(grant);

    // When
    claim(first);
    List<String> early = List.copyOf(heard);
    settle(first, answered(ANSWER));

    // Then
    assertThat(early).isEmpty();
    io.leasegate.testing.Await.until("the end is heard", () -> heard.contains("ann k"));
  }

  @Test
  void keysOfAnUnknownAgentAreNone() {
    assertThat(now(keys().find(new Identity("acme", "nobody"), KEY))).isEmpty();
  }

  @Test
  void ofManyAtOnceOneExecutes() throws Exception {
    // Given
    int threads = 8;
    int rounds = MOST;
    Lease lease = open(ANN, HOUR, 10_000, "sim");
    Grant grant = issue(ANN, "sim:call:put", HOUR, lease);
    ExecutorService pool = Executors.newFixedThreadPool(threads);

    // When
    int executions = 0;
    for (int round = 0; round < rounds; round++) {
      IdempotencyKey key = new IdempotencyKey("round " + round);
      CountDownLatch start = new CountDownLatch(1);
      List<Future<Boolean>> all = new ArrayList<>();
      for (int t = 0; t < threads; t++) {
        Claim claim = keyed(grant, key, new KeyedCall(SAME, false, false), true);
        all.add(
            pool.submit(
                () -> {
                  start.await();
                  return claim(claim) instanceof Verdict.Execute;
                }));
      }
      start.countDown();
      for (Future<Boolean> one : all) {
        executions += one.get(5, TimeUnit.MINUTES) ? 1 : 0;
      }
    }
    pool.shutdown();

    // Then
    assertThat(executions).isEqualTo(rounds);
    assertThat(used(lease)).isEqualTo(rounds);
  }
}
