package io.leasegate.pipeline;

import static io.leasegate.grants.GrantFixture.ANN;
import static io.leasegate.grants.GrantFixture.now;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.Refusal;
import io.leasegate.core.lease.Lease;
import io.leasegate.grants.GrantFixture;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.leasegate.store.CallStore;
import io.leasegate.testing.Await;
import io.leasegate.testing.TestLoops;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.catalogue.ToolRoute;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;

/** Calls with an idempotency key, through the whole pipeline. */
abstract class KeyedCalls {

  private static final String POLICY =
      """
      agents:
        "*":
          capabilities:
            - { match: "sim:call:**", auto_approve: true }
      """;

  final GrantFixture fixture = new GrantFixture(POLICY);
  final TestLoops loops = new TestLoops(fixture.clock);
  private final Loop home = loops.add();
  final Loop loop = loops.add();
  final Loop other = loops.add();
  final AtomicInteger executions = new AtomicInteger();
  final ScriptedUpstream upstream =
      new ScriptedUpstream(
          "sim",
          call -> {
            int n = executions.incrementAndGet();
            return Future.succeededFuture(
                Messages.result("{\"content\":[{\"type\":\"text\",\"text\":\"" + n + "\"}]}"));
          });
  final ToolRoute put = Messages.route(upstream, "put", true, "");

  /** Whether settles get lost, before they have run. */
  final AtomicBoolean away = new AtomicBoolean();

  final Map<String, AtomicInteger> verdicts = new ConcurrentHashMap<>();

  private final CallPipeline pipeline = pipeline();

  private CallPipeline pipeline() {
    KeyWaiters waiters = new KeyWaiters(home);
    fixture.stores.keys().onEnd(waiters::ended);
    CallStore calls =
        new SettleFilter(
            fixture.stores.calls(),
            (store, claim, settlement) ->
                away.get() ? Future.failedFuture("away") : store.settle(claim, settlement));
    return Pipelines.over(
        fixture,
        calls,
        waiters,
        1_000,
        new CallMeter() {
          @Override
          public void ended(ToolCall call, CallOutcome outcome, long nanos, long upstreamNanos) {}

          @Override
          public void judgedKey(String verdict) {
            verdicts.computeIfAbsent(verdict, it -> new AtomicInteger()).incrementAndGet();
          }
        });
  }

  @AfterEach
  void close() {
    loops.close();
  }

  Future<CallOutcome> start(
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
            Pipelines.NOBODY,
            cancellation);
    on.run(() -> pipeline.handle(call).onComplete(outcome));
    return outcome.future();
  }

  Future<CallOutcome> start(ToolRoute route, String key) {
    return start(loop, "ann", route, keyed(key, ""), new Cancellation());
  }

  static String keyed(String key, String more) {
    return "\"arguments\":{\"_sg_idempotency_key\":\"" + key + "\"" + more + "}";
  }

  CallOutcome call(ToolRoute route, String key) {
    return Await.result(start(route, key));
  }

  CallOutcome call(String params) {
    return Await.result(start(loop, "ann", put, params, new Cancellation()));
  }

  static CallOutcome.Answered answered(CallOutcome outcome) {
    assertThat(outcome).isInstanceOf(CallOutcome.Answered.class);
    return (CallOutcome.Answered) outcome;
  }

  static Refusal refused(CallOutcome outcome, ErrorCode code) {
    assertThat(outcome).isInstanceOf(CallOutcome.Refused.class);
    Refusal refusal = ((CallOutcome.Refused) outcome).refusal();
    assertThat(refusal.code()).isEqualTo(code);
    return refusal;
  }

  static boolean isReplay(CallOutcome outcome) {
    return answered(outcome).key() instanceof KeyNote.Replayed;
  }

  static String result(CallOutcome outcome) {
    RpcMessage response = answered(outcome).response();
    return response.text(response.resultFrom(), response.resultTo());
  }

  long used(Lease lease) {
    return Objects.requireNonNull(now(fixture.stores.grants().read(ANN)).leases().get(lease.id()))
        .budget()
        .orElseThrow()
        .writesUsed();
  }

  /** An upstream that answers when it is told to. */
  Consumer<UpstreamAnswer> held() {
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
  void passing(String what, BooleanSupplier condition) {
    loops.pass(what, () -> fixture.clock.advanceMs(1), condition);
  }
}
