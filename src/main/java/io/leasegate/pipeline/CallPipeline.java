package io.leasegate.pipeline;

import io.leasegate.audit.CallCounts;
import io.leasegate.core.capability.ParseResult;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.Refusal;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.policy.EffectivePolicy;
import io.leasegate.core.policy.Policy;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.GrantIssuer;
import io.leasegate.store.CallStore;
import io.leasegate.store.StoreUnavailable;
import io.leasegate.upstream.UpstreamAnswer;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

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
      KeyWaiters waiters,
      Supplier<String> attempts,
      long mostRecordBytes,
      NoticeRule notices,
      CallCounts counts,
      CallMeter meter) {}

  private final Supplier<Policy> policy;
  private final AuthorizeStage authorize;
  private final ClaimStage claim;
  private final CallRates rates = new CallRates();
  private final InvokeStage invoke = new InvokeStage();
  private final NoticeStage notice;
  private final CallCounts counts;
  private final CallMeter meter;
  private final long mostRecordBytes;

  public CallPipeline(Parts parts) {
    this.policy = parts.policy();
    this.authorize = new AuthorizeStage(parts.policy(), parts.cache(), parts.issuer());
    this.claim =
        new ClaimStage(
            parts.calls(), parts.cache(), parts.waiters(), parts.attempts(), parts.meter());
    this.mostRecordBytes = parts.mostRecordBytes();
    this.notice = new NoticeStage(parts.cache(), parts.notices());
    this.counts = parts.counts();
    this.meter = parts.meter();
  }

  /** Runs the call to its end. The future completes on the call's loop. */
  public Future<CallOutcome> handle(ToolCall call) {
    CallLog log = new CallLog(call.loop().nanoTime());
    return admit(call)
        .compose(Step.then(authorize::authorize))
        .compose(Step.then(claim::claim))
        .compose(Step.then(claimed -> run(claimed, log)))
        .compose(Step.then(settled -> notice.notice(settled.authorized(), settled.outcome())))
        .map(CallPipeline::outcome)
        .recover(failure -> away(call, failure))
        .map(outcome -> written(call, log, outcome))
        .onSuccess(outcome -> log.tell(meter, call, outcome));
  }

  /** What needs the store is refused while that is away. */
  private static Future<CallOutcome> away(ToolCall call, Throwable failure) {
    if (failure instanceof StoreUnavailable away) {
      return Future.succeededFuture(
          away.code() == ErrorCode.PARITY_MISMATCH
              ? mismatched(call)
              : unavailable(call, "the store is away"));
    }
    return Future.failedFuture(failure);
  }

  private static CallOutcome mismatched(ToolCall call) {
    return new CallOutcome.Refused(
        Refusal.of(
            ErrorCode.PARITY_MISMATCH,
            "the store is in another version than this gateway knows",
            call.route().capability(),
            "Nothing was sent. Tell an operator: this gateway has to be replaced."));
  }

  private static CallOutcome unavailable(ToolCall call, String why) {
    return new CallOutcome.Refused(
        Refusal.of(
                ErrorCode.STORE_UNAVAILABLE,
                why,
                call.route().capability(),
                "Try the same call again in a second, with the same key if it has one.")
            .retryAfter(1));
  }

  /**
   * A call that left no entry of its own is counted. One that cannot be written down has no answer:
   * then nothing would tell that it was made.
   */
  private CallOutcome written(ToolCall call, CallLog log, CallOutcome outcome) {
    if (log.entered) {
      return outcome;
    }
    return counts.count(
            call.identity(),
            call.route().upstream().name(),
            call.route().tool(),
            log.grantId,
            outcome.word())
        ? outcome
        : unavailable(call, "the audit takes no more entries");
  }

  /** What needs no grant to be refused. */
  private Future<Step<Admitted>> admit(ToolCall call) {
    EffectivePolicy rules = policy.get().forAgent(call.identity());
    CallRates.Verdict rate =
        rules
            .callRate()
            .map(limit -> rates.admit(call.identity(), limit, call.loop().nanoTime()))
            .orElseGet(CallRates.Verdict.Admitted::new);
    String needed = call.route().capability();
    if (rate instanceof CallRates.Verdict.Limited limited) {
      return refuse(
          Refusal.of(
                  ErrorCode.CALL_RATE_LIMITED,
                  "the agent has made as many calls as the policy allows for now",
                  needed,
                  "Wait " + limited.retryAfterS() + " s, then call again.")
              .retryAfter(limited.retryAfterS()));
    }
    return rate instanceof CallRates.Verdict.Full
        ? refuse(
            Refusal.of(
                    ErrorCode.OVERLOADED,
                    "more agents call than this gateway counts",
                    needed,
                    "Try the same call again in 1 s.")
                .retryAfter(1))
        : admitKey(call, rules);
  }

  private static Future<Step<Admitted>> admitKey(ToolCall call, EffectivePolicy rules) {
    ParseResult<Optional<IdempotencyKey>> key = IdempotencyKeys.of(call.message());
    if (key instanceof ParseResult.Malformed<Optional<IdempotencyKey>> malformed) {
      return refuse(KeyRefusals.invalid(malformed.reason(), call.route().capability()));
    }
    Optional<IdempotencyKey> present = key.orThrow();
    return present.isEmpty()
            && call.route().write()
            && rules.requiresIdempotencyKey(call.route().upstream().name(), call.route().tool())
        ? refuse(KeyRefusals.required(call.route().capability()))
        : Step.go(new Admitted(call, present));
  }

  private static <T> Future<Step<T>> refuse(Refusal refusal) {
    return Step.stop(new CallOutcome.Refused(refusal));
  }

  /**
   * What has to be done for a call that the store let pass: send it, unless its answer is known.
   */
  private Future<Step<Settled>> run(Claimed claimed, CallLog log) {
    log.passed(claimed);
    return claimed.replay() != null
        ? Step.go(new Settled(claimed.authorized(), claimed.replay()))
        : log.around(claimed.authorized().call(), invoked(claimed))
            .compose(Step.then(this::settle));
  }

  /** A defect on the way leaves no claim behind: whether the call ran, nobody knows. */
  private Future<Step<InvokeStage.Invoked>> invoked(Claimed claimed) {
    return Future.succeededFuture(claimed)
        .compose(it -> invoke.invoke(it, late -> claim.settle(it, settlement(it, late))))
        .recover(
            defect ->
                claim
                    .settle(claimed, Settlements.LOST)
                    .compose(settled -> Future.failedFuture(defect)));
  }

  private record Settled(Authorized authorized, CallOutcome outcome) {}

  /** The claim ends before the answer leaves. */
  private Future<Step<Settled>> settle(InvokeStage.Invoked invoked) {
    Claimed claimed = invoked.claimed();
    Authorized authorized = claimed.authorized();
    CallOutcome outcome =
        UpstreamOutcomes.of(authorized.call(), claimed.isKeyed(), invoked.answer());
    return claim
        .settle(claimed, settlement(claimed, invoked.answer()))
        .compose(
            stored ->
                Step.go(
                    new Settled(
                        authorized,
                        !stored
                                && claimed.isKeyed()
                                && outcome instanceof CallOutcome.Answered answered
                            ? answered.with(new KeyNote.NotStored())
                            : outcome)));
  }

  private CallStore.Settlement settlement(Claimed claimed, UpstreamAnswer answer) {
    return claimed.claim().isEmpty()
        ? Settlements.LOST // a read: nothing is settled
        : Settlements.of(
            answer,
            claimed.authorized().call().route().onError(),
            claimed.isKeyed(),
            mostRecordBytes);
  }

  private static CallOutcome outcome(Step<CallOutcome> step) {
    return step instanceof Step.Go<CallOutcome> go
        ? go.value()
        : ((Step.Stop<CallOutcome>) step).outcome();
  }

  /** What is to be told of a call: how long it took, and where, and under what. */
  private static final class CallLog {
    private final long startedAt;
    private long upstreamNanos;

    /** Whether the store has written entries for the call. */
    private boolean entered;

    private @Nullable String grantId;

    CallLog(long startedAt) {
      this.startedAt = startedAt;
    }

    void passed(Claimed claimed) {
      entered = claimed.claim().isPresent() || claimed.replay() != null;
      grantId = claimed.authorized().grant().id();
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
