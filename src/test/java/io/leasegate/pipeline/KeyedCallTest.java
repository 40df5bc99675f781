package io.leasegate.pipeline;

import static io.leasegate.grants.GrantFixture.ANN;
import static io.leasegate.grants.GrantFixture.now;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.audit.CallCounts;
import io.leasegate.config.OnError;
import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.NextAction;
import io.leasegate.core.error.Refusal;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.notice.NoticeThreshold;
import io.leasegate.grants.GrantFixture;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.leasegate.store.CallStore;
import io.leasegate.testing.Await;
import io.leasegate.upstream.CallListener;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.leasegate.upstream.catalogue.ToolRoute;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Calls with an idempotency key, through the whole pipeline. */
class KeyedCallTest {

  private static final String POLICY =
      """
      agents:
        "*":
          capabilities:
            - { match: "sim:call:**", auto_approve: true }
      """;

  private static final CallListener NOBODY =
      new CallListener() {
        @Override
        public void onProgress(RpcMessage notification) {}

        @Override
        public void onLog(RpcMessage notification) {}
      };

  private final Vertx vertx = Vertx.vertx();
  private final GrantFixture fixture = new GrantFixture(POLICY);
  private final Loop home = loop();
  private final Loop loop = loop();
  private final Loop other = loop();
  private final AtomicInteger executions = new AtomicInteger();
  private final ScriptedUpstream upstream =
      new ScriptedUpstream(
          "sim",
          call -> {
            int n = executions.incrementAndGet();
            return Future.succeededFuture(
                Messages.result("{\"content\":[{\"type\":\"text\",\"text\":\"" + n + "\"}]}"));
          });
  private final ToolRoute put = Messages.route(upstream, "put", true, "");
  private final AtomicBoolean away = new AtomicBoolean();
  private final Map<String, AtomicInteger> verdicts = new ConcurrentHashMap<>();
  private final CallPipeline pipeline = pipeline();

  private Loop loop() {
    Promise<Loop> made = Promise.promise();
    VerticleBase verticle =
        new VerticleBase() {
          @Override
          public Future<?> start() {
            made.complete(new Loop(vertx, fixture.clock));
            return Future.succeededFuture();
          }
        };
    return now(vertx.deployVerticle(verticle).compose(deployed -> made.future()));
  }

  private CallPipeline pipeline() {
    KeyWaiters waiters = new KeyWaiters(home);
    fixture.stores.keys().onEnd(waiters::ended);
    return new CallPipeline(
        new CallPipeline.Parts(
            () -> fixture.policy,
            fixture.cache,
            fixture.issuer,
            new Flaky(fixture.stores.calls()),
            waiters,
            fixture::id,
            1_000,
            new NoticeRule(NoticeThreshold.of(0.2)),
            new CallCounts(() -> 0),
            new CallMeter() {
              @Override
              public void ended(ToolCall call, CallOutcome outcome, long nanos, long upstream) {}

              @Override
              public void judgedKey(String verdict) {
                verdicts.computeIfAbsent(verdict, it -> new AtomicInteger()).incrementAndGet();
              }
            }));
  }

  /** A store whose settles can be lost, after they have run. */
  private final class Flaky implements CallStore {
    private final CallStore store;

    Flaky(CallStore store) {
      this.store = store;
    }

    @Override
    public Future<Verdict> claim(Claim claim) {
      return store.claim(claim);
    }

    @Override
    public Future<Settled> settle(Claim claim, Settlement settlement) {
      return away.get() ? Future.failedFuture("away") : store.settle(claim, settlement);
    }

    @Override
    public Future<Void> extend(List<Claim> running) {
      return store.extend(running);
    }

    @Override
    public Future<Boolean> abandon(Claim claim) {
      return store.abandon(claim);
    }
  }

  @AfterEach
  void close() {
    now(vertx.close());
  }

  private Future<CallOutcome> start(
      Loop on, String agent, ToolRoute route, String params, Cancellation cancellation) {
    Promise<CallOutcome> outcome = Promise.promise();
    ToolCall call =
        new ToolCall(
            on,
            new Identity("acme", agent),
            "r",
            route,
            Messages.message(
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\""
                    + route.listedName()
                    + "\","
                    + params
                    + "}}"),
            false,
            null,
            NOBODY,
            cancellation);
    on.run(() -> pipeline.handle(call).onComplete(outcome));
    return outcome.future();
  }

  private static String keyed(String key, String more) {
    return "\"arguments\":{\"_sg_idempotency_key\":\"" + key + "\"" + more + "}";
  }

  private Future<CallOutcome> start(ToolRoute route, String key) {
    return start(loop, "ann", route, keyed(key, ""), new Cancellation());
  }

  private CallOutcome call(ToolRoute route, String key) {
    return Await.result(start(route, key));
  }

  private CallOutcome call(String params) {
    return Await.result(start(loop, "ann", put, params, new Cancellation()));
  }

  private static CallOutcome.Answered answered(CallOutcome outcome) {
    assertThat(outcome).isInstanceOf(CallOutcome.Answered.class);
    return (CallOutcome.Answered) outcome;
  }

  private static Refusal refused(CallOutcome outcome, ErrorCode code) {
    assertThat(outcome).isInstanceOf(CallOutcome.Refused.class);
    Refusal refusal = ((CallOutcome.Refused) outcome).refusal();
    assertThat(refusal.code()).isEqualTo(code);
    return refusal;
  }

  private static boolean isReplay(CallOutcome outcome) {
    return answered(outcome).key() instanceof KeyNote.Replayed;
  }

  private static String result(CallOutcome outcome) {
    RpcMessage response = answered(outcome).response();
    return response.text(response.resultFrom(), response.resultTo());
  }

  private long used(Lease lease) {
    return Objects.requireNonNull(now(fixture.stores.grants().read(ANN)).leases().get(lease.id()))
        .budget()
        .orElseThrow()
        .writesUsed();
  }

  /** An upstream that answers when it is told to. */
  private Consumer<UpstreamAnswer> held() {
    Promise<UpstreamAnswer> answer = Promise.promise();
    upstream.script =
        call -> {
          executions.incrementAndGet();
          Promise<UpstreamAnswer> own = Promise.promise();
          answer.future().onComplete(ended -> call.loop().run(() -> own.handle(ended)));
          return own.future();
        };
    return answer::tryComplete;
  }

  /** Time passes, in small steps, until it is so. */
  private void passing(String what, java.util.function.BooleanSupplier condition) {
    Await.until(
        what,
        () -> {
          fixture.clock.advanceMs(1);
          return condition.getAsBoolean();
        });
  }

  @Test
  void aRetryGetsTheFirstAnswerAndCostsNothing() {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");

    // When
    CallOutcome first = call(put, "k");
    fixture.clock.advanceMs(1_500);
    CallOutcome again = call(put, "k");

    // Then
    assertThat(isReplay(first)).isFalse();
    assertThat(answered(again).key()).isEqualTo(new KeyNote.Replayed(GrantFixture.T0, false));
    assertThat(result(again)).isEqualTo(result(first));
    assertThat(executions).hasValue(1);
    assertThat(used(lease)).isEqualTo(1);
    assertThat(verdicts.get("replay")).hasValue(1);
  }

  @Test
  void aKeyBelongsToOneCallOfOneAgent() {
    // When
    call(keyed("k", ",\"a\":1"));

    // Then
    refused(call(keyed("k", ",\"a\":2")), ErrorCode.IDEMPOTENCY_KEY_CONFLICT);
    refused(
        call(Messages.route(upstream, "other", true, ""), "k"), ErrorCode.IDEMPOTENCY_KEY_CONFLICT);
    assertThat(isReplay(call(keyed("k", ",\"a\":1.0")))).as("the same number").isTrue();
    assertThat(
            isReplay(
                Await.result(start(loop, "bob", put, keyed("k", ",\"a\":2"), new Cancellation()))))
        .as("another agent's key")
        .isFalse();
    assertThat(executions).hasValue(2);
  }

  @Test
  void twoDifferentKeysInOneCallAreNone() {
    // Given
    String meta = ",\"_meta\":{\"io.leasegate/idempotency_key\":";

    // When, Then
    refused(call(keyed("k", "") + meta + "\"x\"}"), ErrorCode.IDEMPOTENCY_KEY_INVALID);
    refused(call("\"arguments\":{}" + meta + "7}"), ErrorCode.IDEMPOTENCY_KEY_INVALID);
    assertThat(isReplay(call(keyed("k", "") + meta + "\"k\"}"))).isFalse();
    assertThat(isReplay(call("\"arguments\":{}" + meta + "\"k\"}"))).isTrue();
    assertThat(isReplay(call(keyed("k", "") + meta + "null}"))).isTrue();
    assertThat(executions).hasValue(1);
  }

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
    for (int i = 0; i < 54_000 / 50; i++) {
      fixture.clock.advanceMs(500);
      Promise<Void> turn = Promise.promise();
      loop.context().owner().setTimer(1, ticked -> turn.complete());
      Await.result(turn.future());
    }
    CallOutcome meanwhile = call(keyed("k", ",\"a\":1"));
    answer.accept(Messages.result("{\"content\":[]}"));
    Await.result(first);

    // Then
    refused(meanwhile, ErrorCode.IDEMPOTENCY_KEY_CONFLICT);
    assertThat(isReplay(call(put, "k"))).isTrue();
  }

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
  void anErrorIsReplayedAsTheSameError() {
    // Given
    upstream.answers(Messages.error(-32602));
    CallOutcome first = call(put, "k");

    // When
    CallOutcome again = call(put, "k");

    // Then
    RpcMessage one = answered(first).response();
    RpcMessage two = answered(again).response();
    assertThat(two.kind()).isEqualTo(RpcMessage.Kind.ERROR);
    assertThat(
            two.text(
                Objects.requireNonNull(two.error()).from(),
                Objects.requireNonNull(two.error()).to()))
        .isEqualTo(
            one.text(
                Objects.requireNonNull(one.error()).from(),
                Objects.requireNonNull(one.error()).to()));
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

  @Test
  void anAnswerTooLargeToKeepIsStillNotRunAgain() {
    // Given
    upstream.answers(Messages.result("{\"content\":[],\"x\":\"" + "y".repeat(2_000) + "\"}"));
    call(put, "k");

    // When
    CallOutcome again = call(put, "k");

    // Then
    assertThat(isReplay(again)).isTrue();
    assertThat(result(again)).contains("too large to be kept").doesNotContain("yyy");
    assertThat(upstream.calls).hasSize(1);
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

  @Test
  void aKeyWaitsForTheInputThatTheUpstreamAskedFor() {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");
    upstream.answers(Messages.result("{\"resultType\":\"input_required\",\"requestState\":\"s\"}"));
    call(put, "k");

    // When
    CallOutcome without = call(put, "k");
    upstream.answers(Messages.result("{\"content\":[]}"));
    CallOutcome with =
        call(keyed("k", "") + ",\"requestState\":\"s\",\"inputResponses\":{\"a\":1}");

    // Then
    refused(without, ErrorCode.IDEMPOTENCY_IN_FLIGHT);
    assertThat(isReplay(with)).isFalse();
    assertThat(isReplay(call(put, "k"))).isTrue();
    assertThat(upstream.calls).hasSize(2);
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void aReplayNeedsALiveGrant() {
    // Given
    Lease lease = fixture.open(ANN, Duration.ofHours(1), 5, "sim");
    call(put, "k");

    // When
    now(fixture.stores.leases().revoke(ANN, lease.id()));

    // Then
    refused(call(put, "k"), ErrorCode.LEASE_REVOKED);
    assertThat(executions).hasValue(1);
  }
}
