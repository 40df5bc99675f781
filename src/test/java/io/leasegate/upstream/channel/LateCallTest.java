package io.leasegate.upstream.channel;

import static io.leasegate.upstream.channel.UpstreamProbe.ALICE;
import static io.leasegate.upstream.channel.UpstreamProbe.BOB;
import static io.leasegate.upstream.channel.UpstreamProbe.result;
import static io.leasegate.upstream.channel.UpstreamProbe.textOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.NotSent;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamCall;
import io.leasegate.upstream.channel.UpstreamProbe.CallProbe;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Calls to a child that are too late to be sent, or answered after they were given up. */
class LateCallTest {

  private static final Identity CAROL = new Identity("default", "carol");
  private static final Duration IDLE = Duration.ofSeconds(1);
  private static final Duration MOST = Duration.ofSeconds(100);
  private static final Duration STEP = Duration.ofMillis(100);

  private final UpstreamProbe probe = UpstreamProbe.ofChild();

  @AfterEach
  void stop() {
    probe.close();
  }

  private CallProbe held() {
    return probe.call("hold", "{}").within(IDLE, MOST);
  }

  private void timeOut(List<Future<UpstreamAnswer>> answers) {
    probe.text("pid"); // behind them
    probe.passTimeUntil(STEP, () -> answers.stream().allMatch(Future::isComplete));
    answers.forEach(
        answer ->
            assertThat(result(answer))
                .isEqualTo(
                    new OutcomeUnknown(
                        ErrorCode.UPSTREAM_TIMEOUT, "gave no answer and no progress for 1 s")));
  }

  private CallProbe timedOut(CallProbe call) {
    timeOut(List.of(call.send()));
    return call;
  }

  @Test
  void aLateAnswerIsHeardOnceAndTheCallWasNotCancelled() {
    // Given
    CallProbe call = timedOut(held().keyed());
    assertThat(call.late).isEmpty();
    // When: both of two answers are there before the answer to this
    assertThat(probe.text("release")).isEqualTo("released");
    // Then
    probe.await(() -> !call.late.isEmpty());
    assertThat(probe.text("cancellations")).isEmpty();
    assertThat(call.late).hasSize(1);
    assertThat(textOf(call.late.get(0))).isEqualTo("late");
    assertThat(call.offLoop).hasValue(0);
  }

  @Test
  void aLateAnswerThatNobodyWantsIsStrayAndTheCallWasCancelled() {
    // Given
    CallProbe call = timedOut(held());
    long before = probe.upstream.ignoredMessages();
    // When
    probe.text("release");
    // Then
    assertThat(probe.upstream.ignoredMessages() - before).isEqualTo(2);
    assertThat(probe.text("cancellations")).isNotEmpty();
    assertThat(call.late).isEmpty();
  }

  @Test
  void aLateAnswerAfterTheWholeTimeIsStray() {
    // Given
    CallProbe call = timedOut(held().keyed());
    probe.pass(MOST);
    // When
    probe.text("release");
    // Then
    assertThat(probe.text("pid")).isNotEmpty();
    assertThat(call.late).isEmpty();
  }

  @Test
  void aChildThatDiesTakesItsLateAnswersAlong() {
    // Given
    CallProbe call = timedOut(held().keyed());
    // When
    probe.answer("die");
    probe.passTimeUntilOpened(2);
    // Then
    assertThat(probe.text("release")).isEqualTo("released");
    assertThat(call.late).isEmpty();
  }

  @Test
  void aBoundedNumberOfCallsIsWaitedForAndNoneIsCancelled() {
    // Given
    List<CallProbe> calls = new ArrayList<>();
    List<Future<UpstreamAnswer>> answers = new ArrayList<>();
    for (int i = 0; i < UpstreamCall.MAX_LATE + 3; i++) {
      calls.add(held().keyed());
      answers.add(calls.get(i).send());
      if (i % 16 == 0) {
        probe.text("pid"); // not faster than the child reads
      }
    }
    timeOut(answers);
    // When: the circuit has opened, and a probe is let through
    probe.pass(UpstreamProbe.CIRCUIT_OPEN);
    assertThat(probe.text("release")).isEqualTo("released");
    // Then
    probe.await(() -> heard(calls) >= UpstreamCall.MAX_LATE);
    assertThat(probe.text("cancellations")).isEmpty();
    assertThat(heard(calls)).isEqualTo(UpstreamCall.MAX_LATE);
  }

  private static int heard(List<CallProbe> calls) {
    return calls.stream().mapToInt(call -> call.late.size()).sum();
  }

  @Test
  void aCallThatComesTooLateIsNotSent() {
    // When
    UpstreamAnswer answer = probe.call("echo", "{}").sentWithin(Duration.ZERO).answer();
    // Then
    assertThat(answer)
        .isEqualTo(
            new NotSent(
                ErrorCode.OVERLOADED, "was not sent a call that had waited too long before", 1));
    assertThat(probe.upstream.health().circuit().failures()).isZero();
    assertThat(probe.call("echo", "{}").sentWithin(IDLE).answer())
        .isInstanceOf(UpstreamAnswer.Response.class);
  }

  @Test
  void aCallThatWaitsInTheQueueIsTakenBackInItsOwnTime() {
    // Given: a child that reads nothing, and a pipe that is full
    probe.call("deaf", "{}").send();
    String big = "{\"a\":\"" + "x".repeat(16_384) + "\"}";
    for (int i = 0; i < 20; i++) {
      probe.call("echo", big).send();
    }
    Future<UpstreamAnswer> waiting = probe.call("echo", big).sentWithin(IDLE).send();
    // When
    probe.passTimeUntil(STEP, waiting::isComplete);
    // Then
    assertThat(result(waiting))
        .isEqualTo(new NotSent(ErrorCode.UPSTREAM_BUSY, "did not read its input in time", 1));
  }

  /** How many log messages a call of that agent hears. */
  private int heardBy(Identity agent) {
    CallProbe call = probe.call("log", "{}").by(agent);
    call.answer();
    return call.logs.get();
  }

  @Test
  void callsThatWereGivenUpSilenceTheLogForOthersUntilTheyAreAnswered() {
    // Given
    timedOut(held().by(ALICE));
    timedOut(held().by(BOB));
    assertThat(heardBy(ALICE) + heardBy(BOB) + heardBy(CAROL)).isZero();
    // When
    probe.text("release");
    // Then
    assertThat(heardBy(ALICE) + heardBy(BOB) + heardBy(CAROL)).isEqualTo(3);
  }

  @Test
  void callsThatWereGivenUpSilenceTheLogForOthersNoLongerThanTheyCanRun() {
    // Given
    timedOut(held().by(ALICE));
    timedOut(held().by(BOB));
    probe.pass(MOST.minus(IDLE.multipliedBy(5)));
    assertThat(heardBy(CAROL)).isZero();
    // When
    probe.pass(IDLE.multipliedBy(6));
    // Then
    assertThat(heardBy(CAROL)).isOne();
  }
}
