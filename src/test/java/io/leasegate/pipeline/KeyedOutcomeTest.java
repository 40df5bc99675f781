package io.leasegate.pipeline;

import static io.leasegate.grants.GrantFixture.ANN;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.config.OnError;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.NextAction;
import io.leasegate.core.error.Refusal;
import io.leasegate.core.lease.Lease;
import io.leasegate.testing.Await;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.leasegate.upstream.catalogue.ToolRoute;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What becomes of a key, by how its call ended and by whether that could be told. */
class KeyedOutcomeTest extends KeyedCalls {

  @Test
  void whatMayHaveRunIsNotRunAgainUntilItsAnswerComesLate() {
    // Given
    List<UpstreamCall> sent = new ArrayList<>();
    upstream.script =
        call -> {
          sent.add(call);
          return Future.succeededFuture(
              new UpstreamAnswer.OutcomeUnknown(ErrorCode.UPSTREAM_TIMEOUT, "is slow"));
        };
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");

    // When
    Refusal first = refused(call(put, "k"), ErrorCode.UPSTREAM_TIMEOUT);
    Refusal again = refused(call(put, "k"), ErrorCode.IDEMPOTENCY_OUTCOME_UNKNOWN);
    Objects.requireNonNull(sent.get(0).late()).accept(Messages.result("{\"content\":[]}"));
    CallOutcome after = call(put, "k");

    // Then
    assertThat(first.nextAction()).isEqualTo(NextAction.HUMAN);
    assertThat(again.nextAction()).isEqualTo(NextAction.HUMAN);
    assertThat(isReplay(after)).isTrue();
    assertThat(sent).hasSize(1);
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void aRepeatableToolMayRunAgainWhenNobodyKnows() {
    // Given
    ToolRoute repeatable = repeatable(put);
    upstream.answers(new UpstreamAnswer.OutcomeUnknown(ErrorCode.UPSTREAM_LOST, "is lost"));
    refused(call(repeatable, "k"), ErrorCode.UPSTREAM_LOST);

    // When
    upstream.answers(Messages.result("{\"content\":[]}"));

    // Then
    assertThat(isReplay(call(repeatable, "k"))).isFalse();
    assertThat(isReplay(call(repeatable, "k"))).isTrue();
    assertThat(upstream.calls).hasSize(2);
  }

  private static ToolRoute repeatable(ToolRoute route) {
    return new ToolRoute(
        route.upstream(),
        route.tool(),
        route.listedName(),
        route.write(),
        true,
        route.onError(),
        route.idleNanos(),
        route.maxNanos(),
        route.capability(),
        route.mapper(),
        route.pattern(),
        route.fixed(),
        true,
        "{}",
        "{}");
  }

  static Stream<Arguments> answers() {
    return Stream.of(
        Arguments.of(Messages.result("{\"content\":[]}"), "replay", 1),
        Arguments.of(Messages.result("{\"content\":[],\"isError\":true}"), "replay", 1),
        Arguments.of(Messages.error(-32601), "execute", 0),
        Arguments.of(Messages.error(-32602), "replay", 1),
        Arguments.of(Messages.error(-32000), "replay", 1),
        Arguments.of(
            new UpstreamAnswer.NotSent(ErrorCode.CIRCUIT_OPEN, "is away", 5), "execute", 0),
        Arguments.of(
            new UpstreamAnswer.Rejected(ErrorCode.UPSTREAM_BUSY, "is busy", 3), "execute", 0),
        Arguments.of(
            new UpstreamAnswer.Rejected(ErrorCode.UPSTREAM_UNAUTHORIZED, "no", 0), "execute", 0),
        Arguments.of(
            new UpstreamAnswer.OutcomeUnknown(ErrorCode.UPSTREAM_LOST, "is lost"),
            "outcome_unknown",
            1),
        Arguments.of(new UpstreamAnswer.TooLarge(9), "replay", 1));
  }

  @ParameterizedTest
  @MethodSource("answers")
  void theRetryDependsOnHowTheUpstreamAnswered(UpstreamAnswer answer, String retry, int paid) {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");
    upstream.answers(answer);
    call(put, "k");
    assertThat(used(lease)).isEqualTo(paid);
    verdicts.clear();

    // When
    call(put, "k");

    // Then
    assertThat(verdicts.keySet()).containsExactly(retry);
    assertThat(upstream.calls).hasSize(retry.equals("execute") ? 2 : 1);
  }

  @Test
  void aFailureReleasesTheKeyWhereTheOperatorSaysSo() {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");
    upstream.answers(Messages.result("{\"content\":[],\"isError\":true}"));

    // When
    CallOutcome failed = call(releasing(put), "k");

    // Then
    assertThat(answered(failed).key()).isNull();
    assertThat(used(lease)).isZero();
    assertThat(isReplay(call(releasing(put), "k"))).isFalse();
    assertThat(upstream.calls).hasSize(2);
  }

  private static ToolRoute releasing(ToolRoute route) {
    return new ToolRoute(
        route.upstream(),
        route.tool(),
        route.listedName(),
        route.write(),
        false,
        OnError.RELEASE,
        route.idleNanos(),
        route.maxNanos(),
        route.capability(),
        route.mapper(),
        route.pattern(),
        route.fixed(),
        true,
        "{}",
        "{}");
  }

  @Test
  void aLostSettleIsRepeatedUntilItIsKnownToHaveRun() {
    // Given
    away.set(true);
    CallOutcome first = call(put, "k");

    // When
    Future<CallOutcome> waits = start(put, "k");
    passing("a while", new Countdown(100)::isOver);
    boolean early = waits.isComplete();
    away.set(false);
    passing("the retry is answered", waits::isComplete);

    // Then
    assertThat(answered(first).key()).isEqualTo(new KeyNote.NotStored());
    assertThat(early && isReplay(waits.result())).isFalse();
    passing("it is recorded", () -> isReplayed("k"));
    assertThat(executions).hasValue(1);
  }

  private boolean isReplayed(String key) {
    return call(put, key) instanceof CallOutcome.Answered answered
        && answered.key() instanceof KeyNote.Replayed;
  }

  private static final class Countdown {
    private int left;

    Countdown(int left) {
      this.left = left;
    }

    boolean isOver() {
      return left-- <= 0;
    }
  }

  @Test
  void aDefectOnTheWayToTheUpstreamLeavesNoKeyInFlight() {
    // Given
    upstream.script =
        call -> {
          throw new IllegalStateException("a defect");
        };
    Future<CallOutcome> first = start(put, "k");
    Await.until("it ended", first::isComplete);

    // When
    CallOutcome again = call(put, "k");

    // Then
    assertThat(first.failed()).isTrue();
    refused(again, ErrorCode.IDEMPOTENCY_OUTCOME_UNKNOWN);
  }
}
