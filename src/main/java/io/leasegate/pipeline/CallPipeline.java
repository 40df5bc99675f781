package io.leasegate.pipeline;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.Refusal;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.policy.EffectivePolicy;
import io.leasegate.core.policy.Policy;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.GrantIssuer;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.store.CallStore;
import io.leasegate.upstream.UpstreamAnswer;
import io.vertx.core.Future;
import java.util.function.Supplier;

/**
 * The life of a call: admit, authorize, claim, invoke, settle, notice.
 *
 * <p>Everything that can go wrong is a value in the chain; the future fails only when the store is
 * away, or for a defect.
 */
public final class CallPipeline {

  /** What the stages need of the rest. */
  public record Parts(
      Supplier<Policy> policy,
      GrantCache cache,
      GrantIssuer issuer,
      CallStore calls,
      Supplier<String> attempts,
      NoticeRule notices,
      CallMeter meter) {}

  private final Supplier<Policy> policy;
  private final AuthorizeStage authorize;
  private final ClaimStage claim;
  private final CallRates rates = new CallRates();
  private final InvokeStage invoke = new InvokeStage();
  private final NoticeStage notice;
  private final CallMeter meter;

  public CallPipeline(Parts parts) {
    this.policy = parts.policy();
    this.authorize = new AuthorizeStage(parts.policy(), parts.cache(), parts.issuer());
    this.claim = new ClaimStage(parts.calls(), parts.cache(), parts.attempts(), parts.meter());
    this.notice = new NoticeStage(parts.cache(), parts.notices());
    this.meter = parts.meter();
  }

  /** Runs the call to its end. The future completes on the call's loop. */
  public Future<CallOutcome> handle(ToolCall call) {
    CallTimes times = new CallTimes(call.loop().nanoTime());
    return admit(call)
        .compose(Step.then(authorize::authorize))
        .compose(Step.then(claim::claim))
        .compose(Step.then(claimed -> times.around(call, invoked(claimed))))
        .compose(Step.then(this::settle))
        .compose(Step.then(settled -> notice.notice(settled.authorized(), settled.outcome())))
        .map(CallPipeline::outcome)
        .onSuccess(outcome -> times.tell(meter, call, outcome));
  }

  /** What needs no grant to be refused. */
  private Future<Step<ToolCall>> admit(ToolCall call) {
    EffectivePolicy rules = policy.get().forAgent(call.identity());
    CallRates.Verdict rate =
        rules
            .callRate()
            .map(limit -> rates.admit(call.identity(), limit, call.loop().nanoTime()))
            .orElseGet(CallRates.Verdict.Admitted::new);
    if (rate instanceof CallRates.Verdict.Limited limited) {
      return refuse(
          call,
          ErrorCode.CALL_RATE_LIMITED,
          "the agent has made as many calls as the policy allows for now",
          "Wait " + limited.retryAfterS() + " s, then call again.",
          limited.retryAfterS());
    }
    return rate instanceof CallRates.Verdict.Full
        ? refuse(
            call,
            ErrorCode.OVERLOADED,
            "more agents call than this gateway counts",
            "Try the same call again in 1 s.",
            1)
        : admitKey(call, rules);
  }

  /**
   * A key promises that its write runs once. A gateway that does not keep keys must not take one:
   * the agent would retry and trust the promise.
   */
  private static Future<Step<ToolCall>> admitKey(ToolCall call, EffectivePolicy rules) {
    if (IdempotencyKeys.isPresent(call.message())) {
      return refuse(
          call,
          ErrorCode.CONFIG_ERROR,
          "this gateway does not keep idempotency keys",
          "Call again without an idempotency key; check for the effect before any retry.",
          0);
    }
    if (call.route().write()
        && rules.requiresIdempotencyKey(call.route().upstream().name(), call.route().tool())) {
      return refuse(
          call,
          ErrorCode.IDEMPOTENCY_KEY_REQUIRED,
          "the policy requires an idempotency key, and this gateway does not keep keys",
          "Ask an operator: this tool cannot be called through this gateway.",
          0);
    }
    return Step.go(call);
  }

  private static Future<Step<ToolCall>> refuse(
      ToolCall call, ErrorCode code, String message, String nextStep, int retryAfterS) {
    return Step.stop(
        new CallOutcome.Refused(
            Refusal.of(code, message, call.route().capability(), nextStep)
                .retryAfter(retryAfterS)));
  }

  /** A defect on the way leaves no claim behind: whether the write ran, nobody knows. */
  private Future<Step<InvokeStage.Invoked>> invoked(ClaimStage.Claimed claimed) {
    return invoke
        .invoke(claimed)
        .recover(
            defect ->
                claim
                    .settle(claimed, new CallStore.Settlement(new KeyOutcome.Lost(), "unknown"))
                    .compose(settled -> Future.failedFuture(defect)));
  }

  private record Settled(Authorized authorized, CallOutcome outcome) {}

  /** The claim ends before the answer leaves. */
  private Future<Step<Settled>> settle(InvokeStage.Invoked invoked) {
    Authorized authorized = invoked.claimed().authorized();
    CallOutcome outcome = UpstreamOutcomes.of(authorized.call(), invoked.answer());
    return claim
        .settle(invoked.claimed(), whatIsKnown(invoked.answer()))
        .compose(done -> Step.go(new Settled(authorized, outcome)));
  }

  /** Whether the write certainly did not run. */
  private static CallStore.Settlement whatIsKnown(UpstreamAnswer answer) {
    boolean notRun =
        answer instanceof UpstreamAnswer.NotSent
            || answer instanceof UpstreamAnswer.Rejected
            || (answer instanceof UpstreamAnswer.Response response
                && isMethodNotFound(response.message()));
    return notRun
        ? new CallStore.Settlement(new KeyOutcome.NotExecuted(), "not_executed")
        : new CallStore.Settlement(new KeyOutcome.Lost(), "unknown");
  }

  private static boolean isMethodNotFound(RpcMessage response) {
    int code = response.error() == null ? -1 : response.error().indexOf("code");
    return response.error() != null
        && code >= 0
        && response
            .text(response.error().valueFrom(code), response.error().valueTo(code))
            .equals(Integer.toString(RpcError.METHOD_NOT_FOUND));
  }

  private static CallOutcome outcome(Step<CallOutcome> step) {
    return step instanceof Step.Go<CallOutcome> go
        ? go.value()
        : ((Step.Stop<CallOutcome>) step).outcome();
  }

  /** When a call came in, and how much of its time was the upstream's. */
  private static final class CallTimes {
    private final long startedAt;
    private long upstreamNanos;

    CallTimes(long startedAt) {
      this.startedAt = startedAt;
    }

    <T> Future<T> around(ToolCall call, Future<T> atUpstream) {
      long sentAt = call.loop().nanoTime();
      return atUpstream.onComplete(ended -> upstreamNanos = call.loop().nanoTime() - sentAt);
    }

    void tell(CallMeter meter, ToolCall call, CallOutcome outcome) {
      meter.ended(call, outcome, call.loop().nanoTime() - startedAt, upstreamNanos);
    }
  }
}
