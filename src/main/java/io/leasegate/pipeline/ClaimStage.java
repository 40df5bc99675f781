package io.leasegate.pipeline;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.Refusal;
import io.leasegate.core.lease.Lease;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.KilledText;
import io.leasegate.grants.LeaseText;
import io.leasegate.loop.Loop;
import io.leasegate.store.CallStore;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Claims writes before they are sent, and settles them when they are over. A read without a key
 * costs the store nothing.
 */
final class ClaimStage {

  /**
   * A call that may be sent.
   *
   * @param claim of a write
   */
  record Claimed(Authorized authorized, Optional<CallStore.Claim> claim) {}

  private final CallStore calls;
  private final GrantCache cache;
  private final Supplier<String> attempts;
  private final CallMeter meter;

  ClaimStage(CallStore calls, GrantCache cache, Supplier<String> attempts, CallMeter meter) {
    this.meter = meter;
    this.calls = calls;
    this.cache = cache;
    this.attempts = attempts;
  }

  Future<Step<Claimed>> claim(Authorized authorized) {
    if (!authorized.call().route().write()) {
      return Step.go(new Claimed(authorized, Optional.empty()));
    }
    CallStore.Claim claim =
        new CallStore.Claim(
            attempts.get(),
            authorized.call().identity(),
            authorized.grant().id(),
            authorized.call().route().upstream().name(),
            authorized.call().route().tool(),
            authorized.capability().globText(),
            authorized.call().route().write(),
            Optional.empty());
    return timed("claim", authorized.call().loop(), () -> calls.claim(claim))
        .compose(verdict -> judged(authorized, claim, verdict));
  }

  private <T> Future<T> timed(String step, Loop loop, Supplier<Future<T>> ask) {
    long askedAt = loop.nanoTime();
    return ask.get().onComplete(ended -> meter.storeTook(step, loop.nanoTime() - askedAt));
  }

  private Future<Step<Claimed>> judged(
      Authorized authorized, CallStore.Claim claim, CallStore.Verdict verdict) {
    if (verdict instanceof CallStore.Verdict.Refused refused) {
      return Step.stop(new CallOutcome.Refused(refusal(authorized, refused.code())));
    }
    CallStore.Verdict.Execute execute = (CallStore.Verdict.Execute) verdict;
    execute.lease().ifPresent(lease -> heard(authorized, lease));
    return Step.go(new Claimed(authorized, Optional.of(claim)));
  }

  /** The view of the call, and the one that took its place meanwhile. */
  private void heard(Authorized authorized, Lease lease) {
    authorized.view().heard(lease);
    cache.heard(authorized.call().identity(), lease);
  }

  private static Refusal refusal(Authorized authorized, ErrorCode code) {
    boolean killed = code == ErrorCode.KILLED;
    return Refusal.of(
        code,
        killed ? KilledText.REASON : LeaseText.reason(code),
        authorized.capability().globText(),
        killed ? KilledText.NEXT_STEP : LeaseText.nextStep(code));
  }

  /** Ends the claim by what is known about the write. */
  Future<Void> settle(Claimed claimed, CallStore.Settlement settlement) {
    if (claimed.claim().isEmpty()) {
      return Future.succeededFuture();
    }
    return timed(
            "settle",
            claimed.authorized().call().loop(),
            () -> calls.settle(claimed.claim().get(), settlement))
        .map(
            settled -> {
              settled.lease().ifPresent(it -> heard(claimed.authorized(), it));
              return null;
            });
  }
}
