package io.leasegate.pipeline;

import static io.leasegate.grants.GrantFixture.ANN;
import static io.leasegate.grants.GrantFixture.now;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.grants.GrantFixture;
import io.leasegate.loop.Loop;
import io.leasegate.store.CallStore;
import io.leasegate.testing.TestLoops;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.NotSent;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamAnswer.Rejected;
import io.leasegate.upstream.UpstreamCall;
import io.leasegate.upstream.catalogue.ToolRoute;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Clients that retry whatever comes, over an upstream that fails in every way and a store whose
 * answers get lost, under a clock of the test's. Afterwards the history is checked: each key ran at
 * most once where it may not run twice, all answers to it are one answer, and the budget equals
 * what ran or may have.
 */
class KeyScheduleTest {

  private static final String POLICY =
      """
      agents: { "*": { capabilities: [ { match: "sim:call:**", auto_approve: true, ttl: 24h } ] } }
      """;
  private static final int INTENTIONS = 60;
  private static final int TRIES = 4;
  private static final long WRITES = 100_000;

  /** What happened to one key. */
  private static final class Intention {
    final String key;
    final List<CallOutcome> outcomes = new CopyOnWriteArrayList<>();

    /** Requests that the upstream took and carried out. */
    final AtomicInteger executions = new AtomicInteger();

    Intention(String key) {
      this.key = key;
    }
  }

  private final GrantFixture fixture = new GrantFixture(POLICY, 100_000);
  private final TestLoops loops = new TestLoops(fixture.clock);
  private final List<Loop> both = List.of(loops.add(), loops.add());
  private final Map<String, Intention> intentions = new HashMap<>();
  private Random random = new Random(0);

  @AfterEach
  void close() {
    loops.close();
  }

  /** Runs later on a loop, by the test's clock. */
  private static void later(Loop loop, long ms, Runnable action) {
    loop.start(
        new TimerWheel.Timer() {
          @Override
          protected void fire() {
            action.run();
          }
        },
        ms * 1_000_000L);
  }

  private synchronized int next(int bound) {
    return random.nextInt(bound);
  }

  /** Takes a call, and answers it, or not, in one of the ways of the protocol's table. */
  private Future<UpstreamAnswer> serve(UpstreamCall call) {
    String sent = call.request().render(1).toString();
    String key = sent.replaceAll(".*\"n\":\"([^\"]*)\".*", "$1");
    Intention intention = Objects.requireNonNull(intentions.get(key));
    Promise<UpstreamAnswer> answer = Promise.promise();
    int way = next(10);
    if (way < 2) {
      return Future.succeededFuture(
          way == 0
              ? new NotSent(ErrorCode.CONNECT_FAILED, "is away", 1)
              : new Rejected(ErrorCode.UPSTREAM_BUSY, "is busy", 1));
    }
    int run = intention.executions.incrementAndGet();
    UpstreamAnswer result =
        Messages.result(
            "{\"content\":[],\"run\":\"" + key + "#" + run + "\",\"isError\":" + (way == 3) + "}");
    if (way == 4) {
      later(
          call.loop(),
          next(2_000),
          () -> answer.complete(new OutcomeUnknown(ErrorCode.UPSTREAM_LOST, "is lost")));
    } else if (way == 5) {
      later(
          call.loop(),
          next(900),
          () -> answer.complete(new OutcomeUnknown(ErrorCode.UPSTREAM_TIMEOUT, "is slow")));
      later(
          call.loop(),
          1_000 + next(5_000),
          () -> Objects.requireNonNull(call.late()).accept(result));
    } else {
      later(call.loop(), next(way < 8 ? 300 : 3_000), () -> answer.complete(result));
    }
    return answer.future();
  }

  /** Now and then the request of a settle is lost, or its answer. */
  private Future<CallStore.Settled> settle(
      CallStore store, CallStore.Claim claim, CallStore.Settlement settlement) {
    int luck = next(10);
    if (luck == 0) {
      return Future.failedFuture("the request was lost");
    }
    Future<CallStore.Settled> settled = store.settle(claim, settlement);
    return luck == 1 ? Future.failedFuture("the answer was lost") : settled;
  }

  private CallPipeline pipeline() {
    KeyWaiters waiters = new KeyWaiters(both.get(0));
    // hints get lost
    fixture
        .stores
        .keys()
        .onEnd(
            (identity, key) -> {
              if (next(3) > 0) {
                waiters.ended(identity, key);
              }
            });
    return Pipelines.over(
        fixture,
        new SettleFilter(fixture.stores.calls(), this::settle),
        waiters,
        1 << 20,
        (call, outcome, nanos, upstream) -> {});
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 20_261_129})
  void whateverHappensEachKeyRunsAtMostOnce(long seed) {
    // Given
    random = new Random(seed);
    Lease lease = fixture.open(ANN, Duration.ofHours(4), WRITES, "sim");
    ScriptedUpstream upstream = new ScriptedUpstream("sim", this::serve);
    ToolRoute put = Messages.route(upstream, "put", true, "");
    CallPipeline pipeline = pipeline();
    List<Future<CallOutcome>> all = new ArrayList<>();
    for (int i = 0; i < INTENTIONS; i++) {
      intentions.put("k" + i, new Intention("k" + i));
    }

    // When: every intention is tried again and again, from both loops, at random times
    for (Intention intention : intentions.values()) {
      for (int t = 0; t < TRIES; t++) {
        Loop loop = both.get(next(both.size()));
        int at = next(4_000);
        Promise<CallOutcome> outcome = Promise.promise();
        all.add(outcome.future().onSuccess(intention.outcomes::add));
        ToolCall call = call(loop, put, intention.key);
        loop.run(() -> later(loop, at, () -> pipeline.handle(call).onComplete(outcome)));
      }
    }
    passing("all are answered", () -> all.stream().allMatch(Future::isComplete));
    long quiet = fixture.clock.nanoTime() + 10_000_000_000L;
    passing("late answers have come", () -> fixture.clock.nanoTime() > quiet);

    // Then
    long executed = 0;
    for (Intention intention : intentions.values()) {
      executed += intention.executions.get();
      check(intention, "seed " + seed + ", " + intention.key);
    }
    Lease after =
        Objects.requireNonNull(now(fixture.stores.grants().read(ANN)).leases().get(lease.id()));
    assertThat(after.budget().orElseThrow().writesUsed())
        .as("seed " + seed + ": the budget pays for what ran")
        .isEqualTo(executed);
    assertThat(all).allMatch(Future::succeeded);
  }

  private void check(Intention intention, String which) {
    KeyRecord record =
        now(fixture.stores.keys().find(ANN, new IdempotencyKey(intention.key))).orElse(null);
    assertThat(intention.executions.get()).as(which + " runs").isLessThanOrEqualTo(1);
    if (intention.executions.get() == 0) {
      assertThat(record).as(which + " did not run").isNull();
    } else {
      assertThat(record)
          .as(which + " ran, and that is known, or said to be unknown")
          .isInstanceOfAny(KeyRecord.Completed.class, KeyRecord.Unknown.class);
    }
    List<String> answers =
        intention.outcomes.stream()
            .filter(CallOutcome.Answered.class::isInstance)
            .map(outcome -> ((CallOutcome.Answered) outcome).response())
            .map(response -> response.text(response.resultFrom(), response.resultTo()))
            .distinct()
            .toList();
    assertThat(answers).as(which + " has one answer").hasSizeLessThanOrEqualTo(1);
    long first =
        intention.outcomes.stream()
            .filter(CallOutcome.Answered.class::isInstance)
            .filter(
                outcome -> !(((CallOutcome.Answered) outcome).key() instanceof KeyNote.Replayed))
            .count();
    assertThat(first).as(which + ": all but one are replays").isLessThanOrEqualTo(1);
    assertThat(intention.outcomes)
        .as(which + ": refusals have a reason that holds")
        .allMatch(outcome -> isExpected(outcome));
  }

  private static boolean isExpected(CallOutcome outcome) {
    if (!(outcome instanceof CallOutcome.Refused refused)) {
      return outcome instanceof CallOutcome.Answered;
    }
    return switch (refused.refusal().code()) {
      case CONNECT_FAILED,
          UPSTREAM_BUSY,
          UPSTREAM_LOST,
          UPSTREAM_TIMEOUT,
          IDEMPOTENCY_IN_FLIGHT,
          IDEMPOTENCY_OUTCOME_UNKNOWN ->
          true;
      default -> false;
    };
  }

  private ToolCall call(Loop loop, ToolRoute route, String key) {
    return new ToolCall(
        loop,
        ANN,
        "r",
        route,
        Messages.call(
            route.listedName(), "{\"_sg_idempotency_key\":\"" + key + "\",\"n\":\"" + key + "\"}"),
        false,
        null,
        Pipelines.NOBODY,
        new Cancellation());
  }

  /** Time passes faster than it does, but for those who wait for it not too fast. */
  private void passing(String what, BooleanSupplier condition) {
    loops.pass(what, () -> fixture.clock.advanceMs(5), condition);
  }
}
