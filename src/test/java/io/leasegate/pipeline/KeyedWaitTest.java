package io.leasegate.pipeline;

import static io.leasegate.grants.GrantFixture.ANN;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.lease.Lease;
import io.leasegate.loop.Loop;
import io.leasegate.testing.Await;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Calls under a key of which another call, or the first one, still runs. */
class KeyedWaitTest extends KeyedCalls {

  @Test
  void twoHundredAtOnceAreOneExecution() {
    // Given
    Consumer<UpstreamAnswer> answer = held();
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");
    List<Future<CallOutcome>> all = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      Loop on = i % 2 == 0 ? loop : other;
      all.add(start(on, "ann", put, keyed("k", ""), new Cancellation()));
    }

    // When
    passing("the first one runs", () -> executions.get() == 1);
    answer.accept(Messages.result("{\"content\":[],\"n\":7}"));
    passing("all are answered", () -> all.stream().allMatch(Future::isComplete));

    // Then
    assertThat(executions).hasValue(1);
    assertThat(all).allMatch(one -> result(one.result()).equals("{\"content\":[],\"n\":7}"));
    assertThat(all.stream().filter(one -> !isReplay(one.result()))).hasSize(1);
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void whoWaitsNeverExecutes() {
    // Given
    Consumer<UpstreamAnswer> answer = held();
    Future<CallOutcome> first = start(put, "k");
    Future<CallOutcome> waits = start(put, "k");
    Await.until("the second one waits", () -> verdicts.containsKey("in_flight"));

    // When
    answer.accept(new UpstreamAnswer.NotSent(ErrorCode.CONNECT_FAILED, "is away", 1));
    passing("both are answered", () -> first.isComplete() && waits.isComplete());

    // Then
    refused(first.result(), ErrorCode.CONNECT_FAILED);
    assertThat(refused(waits.result(), ErrorCode.IDEMPOTENCY_IN_FLIGHT).retryAfterS()).isPositive();
    assertThat(executions).hasValue(1);
  }

  @Test
  void aWaitEndsWithTheTimeOfTheCallOrWithItsClient() {
    // Given
    held();
    Future<CallOutcome> first = start(put, "k");
    Cancellation gone = new Cancellation();
    Future<CallOutcome> left = start(loop, "ann", put, keyed("k", ""), gone);
    Future<CallOutcome> waits = start(put, "k");

    // When
    loop.run(gone::cancel);
    CallOutcome cancelled = Await.result(left);
    passing("the wait is over", waits::isComplete);

    // Then
    assertThat(cancelled).isInstanceOf(CallOutcome.Cancelled.class);
    assertThat(refused(waits.result(), ErrorCode.IDEMPOTENCY_IN_FLIGHT).retryAfterS()).isPositive();
    assertThat(first.isComplete()).isFalse();
    assertThat(executions).hasValue(1);
  }

  @Test
  void aLongCallKeepsItsClaim() {
    // Given
    Consumer<UpstreamAnswer> answer = held();
    Future<CallOutcome> first = start(put, "k");
    Await.until("it runs", () -> executions.get() == 1);

    // When: nine minutes, of which a claim alone lasts one
    for (int i = 0; i < 9 * 60 / 5; i++) {
      fixture.clock.advance(Duration.ofSeconds(5));
      loops.look();
    }
    CallOutcome meanwhile = call(keyed("k", ",\"a\":1"));
    answer.accept(Messages.result("{\"content\":[]}"));
    Await.result(first);

    // Then
    refused(meanwhile, ErrorCode.IDEMPOTENCY_KEY_CONFLICT);
    assertThat(isReplay(call(put, "k"))).isTrue();
  }

  @Test
  void aSentCallOutlivesItsClient() {
    // Given
    Consumer<UpstreamAnswer> answer = held();
    Cancellation gone = new Cancellation();
    Future<CallOutcome> first = start(loop, "ann", put, keyed("k", ""), gone);
    Await.until("it runs", () -> executions.get() == 1);

    // When
    loop.run(gone::cancel);
    answer.accept(Messages.result("{\"content\":[]}"));
    Await.result(first);

    // Then
    assertThat(upstream.calls.get(0).cancellation().isCancelled()).isFalse();
    assertThat(isReplay(call(put, "k"))).isTrue();
  }

  @Test
  void aClaimIsSentWithinTwoSecondsOrNotAtAll() {
    // Given
    long before = fixture.clock.nanoTime();

    // When
    call(put, "k");
    call("\"arguments\":{}");
    Await.result(
        start(
            loop,
            "ann",
            Messages.route(upstream, "get", false, ""),
            "\"arguments\":{}",
            new Cancellation()));

    // Then
    assertThat(upstream.calls)
        .extracting(UpstreamCall::sendBy)
        .containsExactly(before + 2_000_000_000L, before + 2_000_000_000L, Long.MAX_VALUE);
    assertThat(upstream.calls)
        .extracting(call -> call.late() != null)
        .containsExactly(true, false, false);
  }
}
