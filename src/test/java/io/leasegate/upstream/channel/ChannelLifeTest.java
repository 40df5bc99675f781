package io.leasegate.upstream.channel;

import static io.leasegate.upstream.channel.UpstreamProbe.javaChild;
import static io.leasegate.upstream.channel.UpstreamProbe.jsonOf;
import static io.leasegate.upstream.channel.UpstreamProbe.result;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.NotSent;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamAnswer.Response;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Child processes that do not start, die, or hang, and what becomes of the calls to them. */
class ChannelLifeTest {

  private static final Duration STEP = Duration.ofMillis(200);

  private static UpstreamProbe of(ChildCommand command) {
    return UpstreamProbe.over(UpstreamProbe.settings(), each -> each.stdio(command));
  }

  private static String problem(UpstreamProbe probe) {
    return probe.upstream.health().error();
  }

  @Test
  void aDeathInTheMiddleOfCallsLosesThemAtOnceAndAnotherChildTakesOver() {
    try (UpstreamProbe probe = UpstreamProbe.ofChild()) {
      String firstPid = probe.text("pid");
      Future<UpstreamAnswer> hanging = probe.call("hang", "{}").send();
      UpstreamAnswer lost =
          new OutcomeUnknown(ErrorCode.UPSTREAM_LOST, "has ended with exit code 7");
      assertThat(probe.answer("die")).isEqualTo(lost);
      assertThat(result(hanging)).isEqualTo(lost);

      assertThat(probe.answer("echo"))
          .isEqualTo(new NotSent(ErrorCode.CONNECT_FAILED, "has ended with exit code 7", 1));
      assertThat(probe.upstream.health().ok()).isFalse();
      assertThat(probe.upstream.health().tools()).isEqualTo(1);

      probe.passTimeUntilOpened(2);
      assertThat(probe.text("pid")).isNotEqualTo(firstPid);
      assertThat(probe.upstream.health().circuit().wireName()).isEqualTo("closed");
      assertThat(probe.listings).as("the same list is no news").hasValue(1);
    }
  }

  @Test
  void anAnswerJustBeforeTheDeathCounts() {
    try (UpstreamProbe probe = UpstreamProbe.ofChild()) {
      assertThat(probe.text("last-words")).isEqualTo("farewell");
      probe.await(() -> problem(probe).equals("has ended with exit code 0"));
    }
  }

  @Test
  void aDeathInInitializeIsAProblemAndIsTriedAgain() {
    try (UpstreamProbe probe = of(javaChild("die-in-initialize"))) {
      probe.await(() -> probe.upstream.health().answeredOnce());
      assertThat(problem(probe)).isEqualTo("has ended with exit code 3");
      assertThat(probe.answer("echo")).isInstanceOf(NotSent.class);
    }
  }

  @Test
  void anInitializeThatIsNotAnsweredEndsWithItsLimit() {
    try (UpstreamProbe probe = of(javaChild("silent"))) {
      assertThat(probe.answer("echo"))
          .isEqualTo(new NotSent(ErrorCode.CONNECT_FAILED, "has not answered yet", 1));
      probe.passTimeUntil(STEP, () -> probe.upstream.health().answeredOnce());
      assertThat(problem(probe)).isEqualTo("did not answer initialize in time");
    }
  }

  @Test
  void aServerWithoutACommonVersionIsAProblem() {
    try (UpstreamProbe probe = of(javaChild("old"))) {
      probe.await(() -> probe.upstream.health().answeredOnce());
      assertThat(problem(probe)).isEqualTo("speaks no common protocol version");
    }
  }

  @Test
  void aCommandThatDoesNotExistIsAProblem() {
    try (UpstreamProbe probe = of(new ChildCommand("no-such-command-anywhere"))) {
      probe.await(() -> probe.upstream.health().answeredOnce());
      assertThat(problem(probe))
          .isEqualTo("could not be started: command not found: no-such-command-anywhere");
      assertThat(((NotSent) probe.answer("echo")).code()).isEqualTo(ErrorCode.CONNECT_FAILED);
    }
    ChildCommand elsewhere =
        new ChildCommand("sh", List.of(), Map.of(), Path.of("/no/such/directory"));
    try (UpstreamProbe probe = of(elsewhere)) {
      probe.await(() -> probe.upstream.health().answeredOnce());
      assertThat(problem(probe)).isEqualTo("could not be started: its directory does not exist");
    }
  }

  @Test
  void noiseBeforeTheHandshakeIsSkipped() {
    try (UpstreamProbe probe = of(javaChild("noise"))) {
      probe.await(() -> probe.upstream.health().ok());
      assertThat(((StdioChannelFactory) probe.channels).skippedLines()).isEqualTo(2);
    }
  }

  @Test
  void theLastGoodListStaysWhenItCannotBeReadAgain() {
    try (UpstreamProbe probe = of(javaChild("bad-relist"))) {
      probe.await(() -> probe.upstream.health().ok());
      probe.call("change", "{\"n\":3}").answer();
      probe.passTimeUntil(Duration.ofMillis(20), () -> !problem(probe).isEmpty());
      assertThat(problem(probe)).isEqualTo("answered tools/list with an error: no");
      assertThat(probe.upstream.health().tools()).isEqualTo(1);
      assertThat(jsonOf(probe.answer("echo"))).contains("echo");
      probe.passTimeUntil(STEP, () -> probe.upstream.health().tools() == 3);
      assertThat(problem(probe)).isEmpty();
    }
  }

  @Test
  void aChildThatNeverAnswersIsGoneBeforeTheNextOneStarts() {
    ChildCommand silent = new ChildCommand("sh", "-c", "trap '' TERM; while :; do sleep 1; done");
    try (UpstreamProbe probe = of(silent)) {
      probe.passTimeUntil(STEP, () -> probe.opened.get() == 3);
      assertThat(problem(probe)).isEqualTo("did not answer initialize in time");
    }
  }

  @Test
  void aChildThatClosesItsOutputIsReplaced() {
    try (UpstreamProbe probe = UpstreamProbe.ofChild()) {
      long pid = Long.parseLong(probe.text("pid"));
      assertThat(probe.answer("close-stdout"))
          .isEqualTo(new OutcomeUnknown(ErrorCode.UPSTREAM_LOST, "closed its output"));
      probe.await(() -> !UpstreamProbe.isAlive(pid));
      probe.passTimeUntilOpened(2);
      assertThat(probe.text("pid")).isNotEqualTo(Long.toString(pid));
    }
  }

  @Test
  void aChildThatDoesNotReadFillsOnlyItsBoundedQueue() {
    try (UpstreamProbe probe = UpstreamProbe.ofChild()) {
      probe.call("deaf", "{}").send();
      String big = "{\"a\":\"" + "x".repeat(16_384) + "\"}";
      List<Future<UpstreamAnswer>> answers = new ArrayList<>();
      for (int i = 0; i < 200; i++) {
        answers.add(probe.call("echo", big).send());
      }
      assertThat(result(answers.get(199)))
          .isEqualTo(new NotSent(ErrorCode.OVERLOADED, "does not read its input fast enough", 1));
      // what waits in the queue is taken back; what filled the pipe may be read one day
      NotSent takenBack = new NotSent(ErrorCode.UPSTREAM_BUSY, "did not read its input in time", 1);
      probe.pass(Duration.ofSeconds(3));
      probe.await(
          () -> answers.stream().anyMatch(a -> a.isComplete() && takenBack.equals(a.result())));
      assertThat(answers.get(0).isComplete()).isFalse();
      probe.passTimeUntil(
          Duration.ofSeconds(1), () -> answers.stream().allMatch(Future::isComplete));
      assertThat(result(answers.get(0)))
          .isInstanceOfSatisfying(
              OutcomeUnknown.class,
              unknown -> assertThat(unknown.code()).isEqualTo(ErrorCode.UPSTREAM_TIMEOUT));
    }
  }

  @Test
  void aStopWithoutGraceLosesWhatRunsAndRefusesWhatComes() {
    try (UpstreamProbe probe = UpstreamProbe.ofChild()) {
      long pid = Long.parseLong(probe.text("pid"));
      Future<UpstreamAnswer> running = probe.call("hang", "{}").send();
      probe.text("pid");
      Future<Void> stopped = probe.upstream.stop(Duration.ofSeconds(10));
      assertThat(probe.answer("echo"))
          .isEqualTo(new NotSent(ErrorCode.CONNECT_FAILED, "is being stopped", 1));
      assertThat(running.isComplete()).isFalse();
      probe.passTimeUntil(Duration.ofSeconds(1), running::isComplete);
      assertThat(result(running))
          .isEqualTo(new OutcomeUnknown(ErrorCode.UPSTREAM_LOST, "was stopped with the gateway"));
      result(stopped);
      assertThat(UpstreamProbe.isAlive(pid)).isFalse();
    }
  }

  @Test
  void aCallThatEndsInTimeEndsTheStop() {
    try (UpstreamProbe probe = UpstreamProbe.ofChild()) {
      Future<UpstreamAnswer> running = probe.call("progress", "{\"n\":2000}").send();
      result(probe.upstream.stop(Duration.ofMinutes(1)));
      assertThat(result(running)).isInstanceOfAny(Response.class, NotSent.class);
    }
  }

  @Test
  void aFloodOfRequestsFromAChildThatReadsNothingIsBounded() {
    ChildCommand flood =
        new ChildCommand(
            "sh",
            "-c",
            "read -r line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":"
                + "\"2025-11-25\",\"capabilities\":{}}}';"
                + " exec yes '{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}'");
    try (UpstreamProbe probe = of(flood)) {
      probe.await(() -> probe.upstream.health().ok());
      probe.await(() -> probe.upstream.ignoredMessages() > 10_000);
      // for a moment there may be room: the last answers to the flood still go into the pipe
      List<Future<UpstreamAnswer>> answers = new ArrayList<>();
      probe.await(
          () -> {
            answers.add(probe.call("echo", "{}").send());
            return answers.stream().anyMatch(Future::isComplete);
          });
      assertThat(answers)
          .filteredOn(Future::isComplete)
          .allSatisfy(it -> assertThat(result(it)).isInstanceOf(NotSent.class));
    }
  }
}
