package io.leasegate.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.it.CountingUpstream.Execution;
import io.leasegate.it.Intention.Attempt;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What the fault suite's checker lets pass, and what it does not. */
class HistoryCheckerTest {

  private static final Answer AWAY = new Answer.Refused("store_unavailable");
  private static final Answer UNKNOWN = new Answer.Refused("idempotency_outcome_unknown");
  private static final Answer REVOKED = new Answer.Refused("lease_revoked");
  private static final Answer NONE = new Answer.Broken("no answer");

  private final Intention write = new Intention("ann", "k", 0);
  private final List<Execution> executions = new ArrayList<>();
  private final List<Faults.Kill> kills = new ArrayList<>();
  private final HistoryChecker checker = new HistoryChecker(key -> executions, kills, 0);

  private static Answer done(int number, boolean replayed, boolean stored) {
    return new Answer.Done("execution " + number + " of k", replayed, stored);
  }

  private static Answer done(int number) {
    return done(number, false, true);
  }

  /** An attempt at replica a-1 of one second. */
  private void tried(int second, Answer answer) {
    write.attempts().add(attempt(second, answer));
  }

  private static Attempt attempt(int second, Answer answer) {
    return new Attempt("a-1", nanos(second), nanos(second + 1), answer);
  }

  private static long nanos(int second) {
    return TimeUnit.SECONDS.toNanos(second);
  }

  private void ran(int second, int number) {
    executions.add(new Execution(nanos(second), number));
  }

  private void killed(String replica, int second) {
    kills.add(new Faults.Kill(replica, nanos(second) + 1, nanos(second) + 2));
  }

  private List<String> problems() {
    checker.checkAnswers(write);
    checker.checkEnd(write);
    return checker.problems();
  }

  @Test
  void aResultAndItsReplayAreRight() {
    ran(1, 7);
    tried(0, AWAY);
    tried(1, done(7));
    tried(3, done(7, true, true));

    assertThat(problems()).isEmpty();
  }

  @Test
  void aSecondExecutionIsNot() {
    ran(1, 7);
    ran(2, 8);
    tried(1, done(7));

    assertThat(problems()).singleElement().asString().startsWith("k: ran 2 times");
  }

  @Test
  void norAnotherResult() {
    ran(1, 7);
    tried(1, done(7));
    tried(2, done(8));

    assertThat(problems())
        .extracting(it -> it.lines().findFirst().orElse(""))
        .containsExactly("k: has several results", "k: has a result of no execution");
  }

  @Test
  void norALastAnswerThatSaysNothing() {
    tried(1, AWAY);

    assertThat(problems()).singleElement().asString().startsWith("k: has no end");
  }

  @Test
  void anUnknownKeyIsExplainedByTheKillOfWhoHadIt() {
    ran(1, 7);
    tried(1, NONE);
    killed("a-1", 1);
    tried(70, UNKNOWN);

    assertThat(problems()).isEmpty();
  }

  @Test
  void anUnknownKeyIsExplainedByAKillSoonAfterTheStoreWasAway() {
    tried(1, AWAY);
    killed("a-1", 3);
    tried(70, UNKNOWN);

    assertThat(problems()).isEmpty();
  }

  @Test
  void anUnknownKeyIsNotExplainedByOtherKills() {
    tried(1, AWAY);
    killed("b-1", 1);
    killed("a-2", 1);
    killed("a-1", 30);
    tried(70, UNKNOWN);

    assertThat(problems()).singleElement().asString().startsWith("k: is unknown, and no fault");
  }

  @Test
  void whatWasAcknowledgedIsNeverUnknownButForAResultThatWasNotStored() {
    ran(1, 7);
    killed("a-1", 2);
    tried(1, done(7, false, false));
    tried(70, UNKNOWN);
    assertThat(problems()).isEmpty();

    write.attempts().add(0, attempt(0, done(7)));
    checker.checkEnd(write);
    assertThat(checker.problems()).singleElement().asString().contains("was acknowledged");
  }

  @Test
  void aBudgetIsWhatRanAndWhatNobodyKnows() {
    killed("a-1", 1);
    tried(1, NONE);
    tried(70, UNKNOWN);

    checker.checkBudgets(List.of(write), Map.of("ann", 1L));
    assertThat(checker.problems()).isEmpty();
    checker.checkBudgets(List.of(write), Map.of("ann", 2L));
    checker.checkBudgets(List.of(write), Map.of("ann", 0L));
    assertThat(checker.problems()).hasSize(2);
  }

  private List<String> afterRevokeAt(int second, Attempt... reads) {
    checker.checkRevoke(new RevokedLoad.Life("ann", nanos(second), List.of(write), List.of(reads)));
    return checker.problems();
  }

  @Test
  void whatBeganBeforeARevokeMayRun() {
    tried(1, done(7));
    ran(3, 7);
    tried(4, REVOKED);

    assertThat(afterRevokeAt(2, attempt(3, REVOKED))).isEmpty();
  }

  @Test
  void whatBeganAfterARevokeMayNot() {
    tried(3, AWAY);
    ran(3, 7);

    assertThat(afterRevokeAt(2)).singleElement().asString().startsWith("k: ran after the revoke");
  }

  @Test
  void noWriteIsAnsweredAfterARevokeAndNoReadASecondLater() {
    tried(1, done(7));
    ran(1, 7);
    tried(3, done(7, true, true));

    assertThat(afterRevokeAt(2, attempt(3, done(8)), attempt(4, done(9))))
        .satisfiesExactly(
            it -> assertThat(it).startsWith("k: was answered after the revoke"),
            it -> assertThat(it).contains("a read at 4000 on a-1 was allowed"));
  }
}
