package io.leasegate.pipeline;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.Refusal;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.Future;
import java.util.Map;

/**
 * The life of a call: admit, authorize, claim, invoke, settle, notice.
 *
 * <p>Everything that can go wrong is a value in the chain; the future fails only for a defect.
 */
public final class CallPipeline {

  private final CallMeter meter;

  public CallPipeline(CallMeter meter) {
    this.meter = meter;
  }

  /** Runs the call to its end. The future completes on the call's loop. */
  public Future<CallOutcome> handle(ToolCall call) {
    CallTimes times = new CallTimes(call.loop().nanoTime());
    return admit(call)
        .compose(Step.then(this::authorize))
        .compose(Step.then(this::claim))
        .compose(Step.then(claimed -> invoke(claimed, times)))
        .compose(Step.then(this::settle))
        .compose(Step.then(this::notice))
        .map(CallPipeline::outcome)
        .onSuccess(
            outcome ->
                meter.ended(
                    call, outcome, call.loop().nanoTime() - times.startedAt, times.upstreamNanos));
  }

  /**
   * A key promises that its write runs once. A gateway that does not keep keys must not take one:
   * the agent would retry and trust the promise.
   */
  private Future<Step<ToolCall>> admit(ToolCall call) {
    if (IdempotencyKeys.isPresent(call.message())) {
      return Step.stop(
          new CallOutcome.Refused(
              Refusal.of(
                  ErrorCode.CONFIG_ERROR,
                  "this gateway does not keep idempotency keys",
                  call.route().capability(),
                  "Call again without an idempotency key; check for the effect before any retry.")));
    }
    return Step.go(call);
  }

  /** No policy is enforced: whoever reaches the listener may call every listed tool. */
  private Future<Step<ToolCall>> authorize(ToolCall call) {
    return Step.go(call);
  }

  /** No write is claimed. */
  private Future<Step<ToolCall>> claim(ToolCall call) {
    return Step.go(call);
  }

  private Future<Step<Invoked>> invoke(ToolCall call, CallTimes times) {
    UpstreamCall outbound =
        new UpstreamCall(
            call.loop(),
            call.identity(),
            new OutboundCall(call.message(), call.route().tool()),
            Map.of(),
            call.route().idleNanos(),
            call.route().maxNanos(),
            call.listener(),
            call.cancellation());
    long sentAt = call.loop().nanoTime();
    return call.route()
        .upstream()
        .call(outbound)
        .compose(
            answer -> {
              times.upstreamNanos = call.loop().nanoTime() - sentAt;
              return Step.go(new Invoked(call, answer));
            });
  }

  /** When a call came in, and how much of its time was the upstream's. */
  private static final class CallTimes {
    private final long startedAt;
    private long upstreamNanos;

    CallTimes(long startedAt) {
      this.startedAt = startedAt;
    }
  }

  private record Invoked(ToolCall call, UpstreamAnswer answer) {}

  private Future<Step<CallOutcome>> settle(Invoked invoked) {
    return Step.go(UpstreamOutcomes.of(invoked.call(), invoked.answer()));
  }

  /** No grant can end: there is nothing to tell. */
  private Future<Step<CallOutcome>> notice(CallOutcome outcome) {
    return Step.go(outcome);
  }

  private static CallOutcome outcome(Step<CallOutcome> step) {
    return step instanceof Step.Go<CallOutcome> go
        ? go.value()
        : ((Step.Stop<CallOutcome>) step).outcome();
  }
}
