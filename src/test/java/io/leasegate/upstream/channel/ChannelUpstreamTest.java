package io.leasegate.upstream.channel;

import static io.leasegate.upstream.channel.UpstreamProbe.BOB;
import static io.leasegate.upstream.channel.UpstreamProbe.jsonOf;
import static io.leasegate.upstream.channel.UpstreamProbe.result;
import static io.leasegate.upstream.channel.UpstreamProbe.textOf;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.Cancelled;
import io.leasegate.upstream.UpstreamAnswer.NotSent;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamAnswer.TooLarge;
import io.leasegate.upstream.channel.UpstreamProbe.CallProbe;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Calls to one child process that stays up, however it misbehaves. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ChannelUpstreamTest {

  private final UpstreamProbe probe = UpstreamProbe.ofChild();

  @BeforeAll
  void isConnected() {
    assertThat(probe.upstream.health().ok()).isTrue();
    assertThat(probe.upstream.health().answeredOnce()).isTrue();
    assertThat(requireNonNull(probe.upstream.listing()).instructions()).isEqualTo("be kind");
  }

  @AfterAll
  void theSameChildServedAll() {
    assertThat(probe.upstream.health().ok()).isTrue();
    probe.close();
  }

  @Test
  void aCallReachesTheChildOnOneLineUnderAnIdOfTheGateway() {
    String json = jsonOf(probe.call("echo", "{\"a\":1.0,\n\"b\":\"x\\ny\"}").answer());
    assertThat(json)
        .contains("\"method\":\"tools/call\"")
        .contains("\"a\":1.0, \"b\":\"x\\ny\"")
        .doesNotContain("mine")
        .doesNotContain("\"id\":\"c\"");
  }

  @Test
  void callsOfTwoLoopsAreAnsweredEachOnItsOwn() {
    List<CallProbe> calls = new ArrayList<>();
    List<Future<UpstreamAnswer>> answers = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      CallProbe call =
          probe.call("echo", "{\"n\":" + i + "}").on(i % 2 == 0 ? probe.home : probe.other);
      calls.add(call);
      answers.add(call.send());
    }
    for (int i = 0; i < 40; i++) {
      assertThat(jsonOf(result(answers.get(i)))).contains("{\"n\":" + i + "}");
      assertThat(calls.get(i).offLoop).hasValue(0);
    }
  }

  @Test
  void aSecondAnswerAndForeignOnesDisturbNobody() {
    long before = probe.upstream.ignoredMessages();
    assertThat(probe.text("twice")).isEqualTo("first");
    assertThat(probe.text("foreign")).isEqualTo("yours");
    assertThat(probe.text("pid")).isNotEmpty();
    assertThat(probe.upstream.ignoredMessages() - before).isEqualTo(4);
  }

  @Test
  void linesThatAreNoMessagesAreSkippedAndCounted() {
    StdioChannelFactory stdio = (StdioChannelFactory) probe.channels;
    long before = stdio.skippedLines();
    assertThat(probe.text("noise")).isEqualTo("after noise");
    assertThat(stdio.skippedLines() - before).isEqualTo(3);
  }

  @Test
  void anAnswerThatIsCutIsLostAtOnce() {
    assertThat(probe.answer("cut"))
        .isInstanceOfSatisfying(
            OutcomeUnknown.class,
            lost -> assertThat(lost.code()).isEqualTo(ErrorCode.UPSTREAM_LOST));
    assertThat(probe.text("pid")).isNotEmpty();
  }

  @Test
  void aFloodOnStderrHoldsNothingUp() {
    assertThat(probe.text("stderr")).isEqualTo("flooded");
  }

  @Test
  void anAnswerOverTheLimitIsTooLargeAndTheNextCallIsFine() {
    Future<UpstreamAnswer> large = probe.call("large", "{\"n\":3000000}").send();
    Future<UpstreamAnswer> next = probe.call("echo", "{}").send();
    assertThat(result(large)).isEqualTo(new TooLarge(UpstreamProbe.MAX_RESPONSE));
    assertThat(jsonOf(result(next))).contains("echo");
    assertThat(jsonOf(probe.call("large", "{\"n\":200000}").answer())).hasSizeGreaterThan(200_000);
  }

  @Test
  void serverRequestsAreAnsweredByTheGateway() {
    assertThat(jsonOf(probe.answer("ask")))
        .contains("\"pong\":{\"jsonrpc\":\"2.0\",\"id\":\"p\\\"1\",\"result\":{}}")
        .contains("\"id\":2,\"error\":{\"code\":-32601");
  }

  @Test
  void progressReachesItsCallAndAFloodOfItIsBounded() {
    CallProbe few = probe.call("progress", "{\"n\":5}");
    assertThat(few.text()).isEqualTo("done");
    assertThat(few.progress).hasValue(5);
    CallProbe many = probe.call("progress", "{\"n\":20000}");
    Future<UpstreamAnswer> beside = probe.call("echo", "{}").on(probe.home).send();
    assertThat(many.text()).isEqualTo("done");
    assertThat(many.progress.get()).isBetween(1, 20_000);
    assertThat(many.offLoop).hasValue(0);
    assertThat(jsonOf(result(beside))).contains("echo");
  }

  @Test
  void aLogMessageGoesToTheOnlyCallInFlight() {
    try (UpstreamProbe own = UpstreamProbe.ofChild()) {
      CallProbe alone = own.call("log", "{}");
      alone.answer();
      assertThat(alone.logs).hasValue(1);

      CallProbe hanging = own.call("hang", "{}").by(BOB);
      hanging.send();
      CallProbe second = own.call("log", "{}");
      second.answer();
      assertThat(second.logs).hasValue(0);
      assertThat(hanging.logs).hasValue(0);

      // what was given up may still run and speak: not to another agent
      hanging.cancel();
      CallProbe third = own.call("log", "{}");
      third.answer();
      assertThat(third.logs).hasValue(0);
      CallProbe same = own.call("log", "{}").by(BOB);
      same.answer();
      assertThat(same.logs).hasValue(1);
    }
  }

  @Test
  void cancellationTellsTheChild() {
    CallProbe call = probe.call("hang", "{}");
    Future<UpstreamAnswer> answer = call.send();
    String before = probe.text("cancellations");
    call.cancel();
    assertThat(result(answer)).isEqualTo(new Cancelled());
    assertThat(probe.text("cancellations")).isNotEqualTo(before);
    CallProbe early = probe.call("echo", "{}");
    early.cancellation.cancel();
    assertThat(early.answer()).isEqualTo(new Cancelled());
  }

  @Test
  void timeLimitsEndACallAndTellTheChild() {
    try (UpstreamProbe own = UpstreamProbe.ofChild()) {
      Future<UpstreamAnswer> idle =
          own.call("hang", "{}").within(Duration.ofSeconds(1), Duration.ofSeconds(100)).send();
      Future<UpstreamAnswer> most =
          own.call("hang", "{}").within(Duration.ofSeconds(50), Duration.ofSeconds(2)).send();
      own.text("pid");
      own.passTimeUntil(Duration.ofMillis(100), idle::isComplete);
      assertThat(result(idle))
          .isEqualTo(
              new OutcomeUnknown(
                  ErrorCode.UPSTREAM_TIMEOUT, "gave no answer and no progress for 1 s"));
      own.passTimeUntil(Duration.ofMillis(100), most::isComplete);
      assertThat(result(most))
          .isEqualTo(new OutcomeUnknown(ErrorCode.UPSTREAM_TIMEOUT, "gave no answer within 2 s"));
      assertThat(own.text("cancellations")).contains(",");
    }
  }

  @Test
  void failuresInARowOpenTheCircuitAndOneProbeDecides() {
    try (UpstreamProbe own = UpstreamProbe.ofChild()) {
      for (int i = 0; i < UpstreamProbe.THRESHOLD; i++) {
        assertThat(own.answer("cut")).isInstanceOf(OutcomeUnknown.class);
      }
      assertThat(own.answer("echo"))
          .isEqualTo(new NotSent(ErrorCode.CIRCUIT_OPEN, "failed several times in a row", 30));
      own.pass(UpstreamProbe.CIRCUIT_OPEN);
      assertThat(jsonOf(own.answer("echo"))).contains("echo");
      assertThat(own.upstream.health().circuit().wireName()).isEqualTo("closed");
    }
  }

  @Test
  void changedToolsAreReadOnceForManyChanges() {
    try (UpstreamProbe own = UpstreamProbe.ofChild()) {
      for (int n = 2; n <= 5; n++) {
        own.call("change", "{\"n\":" + n + "}").answer();
      }
      own.passTimeUntil(Duration.ofMillis(20), () -> own.upstream.health().tools() == 5);
      assertThat(own.text("lists")).isEqualTo("lists 2");
      assertThat(own.listings).hasValue(2);
    }
  }

  @Test
  void theMostVerboseLogLevelIsAskedFor() {
    probe.upstream.logLevel(BOB, LogLevel.WARNING);
    probe.upstream.logLevel(BOB, LogLevel.DEBUG);
    probe.upstream.logLevel(BOB, LogLevel.ERROR);
    probe.await(() -> probe.text("levels").equals("warning,debug"));
  }

  @Test
  void callsOverTheBoundAreRefused() {
    try (UpstreamProbe own =
        UpstreamProbe.over(
            UpstreamProbe.settings().withMaxPending(2),
            each -> each.stdio(UpstreamProbe.javaChild("")))) {
      own.await(() -> own.upstream.health().ok());
      own.call("hang", "{}").send();
      own.call("hang", "{}").send();
      assertThat(own.answer("echo"))
          .isEqualTo(new NotSent(ErrorCode.OVERLOADED, "has too many calls in flight", 1));
    }
  }

  @Test
  void aChildGetsItsOwnEnvironmentOnly() {
    assertThat(textOf(probe.answer("env"))).contains("PATH").doesNotContain("LEASEGATE");
  }
}
