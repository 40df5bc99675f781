package io.leasegate.pipeline;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.Refusal;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyedCall;
import io.leasegate.core.lease.Lease;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.KilledText;
import io.leasegate.grants.LeaseText;
import io.leasegate.jsonrpc.ArgumentsFingerprint;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.leasegate.store.CallStore;
import io.leasegate.store.CallStore.Claim;
import io.leasegate.store.CallStore.KeyUse;
import io.leasegate.store.CallStore.Verdict;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims writes and keyed calls before they are sent, and settles them when they are over. A read
 * without a key costs the store nothing.
 */
final class ClaimStage {

  private static final Logger LOG = LoggerFactory.getLogger(ClaimStage.class);

  /** Later than this behind its claim a call is not sent any more. */
  private static final long SEND_LIMIT_NANOS = 2_000_000_000L;

  private final CallStore calls;
  private final GrantCache cache;
  private final KeyWaiters waiters;
  private final Supplier<String> attempts;
  private final CallMeter meter;

  ClaimStage(
      CallStore calls,
      GrantCache cache,
      KeyWaiters waiters,
      Supplier<String> attempts,
      CallMeter meter) {
    this.calls = calls;
    this.cache = cache;
    this.waiters = waiters;
    this.attempts = attempts;
    this.meter = meter;
  }

  Future<Step<Claimed>> claim(Authorized authorized) {
    ToolCall call = authorized.call();
    if (!call.route().write() && authorized.key().isEmpty()) {
      return Step.go(Claimed.unclaimed(authorized));
    }
    Optional<KeyUse> use = authorized.key().map(key -> use(key, call));
    return new Attempt(authorized, call.loop().nanoTime() + call.route().idleNanos()).make(use);
  }

  private static KeyUse use(IdempotencyKey key, ToolCall call) {
    RpcMessage message = call.message();
    Members params = message.params();
    return new KeyUse(
        key,
        new KeyedCall(
            ArgumentsFingerprint.of(call.route().upstream().name(), call.route().tool(), message),
            call.route().repeatable(),
            params != null && params.indexOf("requestState") >= 0),
        true);
  }

  /** The claim of one call, made again while it waits for another one under its key. */
  private final class Attempt {

    private final Authorized authorized;
    private final ToolCall call;
    private final long waitUntil;

    Attempt(Authorized authorized, long waitUntil) {
      this.authorized = authorized;
      this.call = authorized.call();
      this.waitUntil = waitUntil;
    }

    Future<Step<Claimed>> make(Optional<KeyUse> use) {
      Claim claim =
          new Claim(
              attempts.get(),
              call.identity(),
              authorized.grant().id(),
              call.route().upstream().name(),
              call.route().tool(),
              authorized.capability().globText(),
              call.route().write(),
              use);
      // counted from before the store is asked: its answer may have been long on the way
      long sendBy = call.loop().nanoTime() + SEND_LIMIT_NANOS;
      return timed("claim", call.loop(), () -> calls.claim(claim))
          .compose(verdict -> judged(claim, verdict, sendBy));
    }

    private Future<Step<Claimed>> judged(Claim claim, Verdict verdict, long sendBy) {
      if (claim.key().isPresent()) {
        judgedKey(claim, claim.key().get(), verdict);
      }
      if (verdict instanceof Verdict.Execute execute) {
        execute.lease().ifPresent(lease -> heard(authorized, lease));
        if (claim.key().isPresent()) {
          running(call.loop()).add(claim);
        }
        return Step.go(Claimed.toSend(authorized, claim, sendBy));
      }
      if (verdict instanceof Verdict.Replay replay) {
        return Step.go(Claimed.replayed(authorized, Replays.of(replay.record())));
      }
      return verdict instanceof Verdict.InFlight running && running.waitable()
          ? await(claim.key().orElseThrow(), running)
          : refuse(refusal(verdict));
    }

    /** Whoever waited and found something else says so to those behind. */
    private void judgedKey(Claim claim, KeyUse use, Verdict verdict) {
      boolean inFlight = verdict instanceof Verdict.InFlight;
      if (use.mayExecute() || !inFlight) {
        meter.judgedKey(name(verdict));
      }
      if (!use.mayExecute() && !inFlight) {
        waiters.ended(claim.identity(), use.key());
      }
    }

    private Future<Step<Claimed>> await(KeyUse use, Verdict.InFlight running) {
      return waiters
          .await(call.loop(), call.identity(), use.key(), waitUntil, call.cancellation())
          .compose(
              woken ->
                  switch (woken) {
                    case LOOK_AGAIN -> make(Optional.of(use.waiting()));
                    case TIME_IS_UP -> refuse(refusal(running));
                    case CANCELLED -> Step.stop(new CallOutcome.Cancelled());
                    case FULL -> refuse(KeyRefusals.tooMany(capability()));
                  });
    }

    private Refusal refusal(Verdict verdict) {
      if (verdict instanceof Verdict.InFlight running) {
        return KeyRefusals.inFlight(running.waitable(), running.retryAfterMs(), capability());
      }
      if (verdict instanceof Verdict.Released) {
        return KeyRefusals.released(capability());
      }
      if (verdict instanceof Verdict.Conflict) {
        return KeyRefusals.conflict(capability());
      }
      if (verdict instanceof Verdict.OutcomeUnknown unknown) {
        return KeyRefusals.unknown(unknown.record(), capability());
      }
      ErrorCode code = ((Verdict.Refused) verdict).code();
      if (code == ErrorCode.OVERLOADED) {
        return KeyRefusals.tooMany(capability());
      }
      boolean killed = code == ErrorCode.KILLED;
      return Refusal.of(
          code,
          killed ? KilledText.REASON : LeaseText.reason(code),
          capability(),
          killed ? KilledText.NEXT_STEP : LeaseText.nextStep(code));
    }

    private String capability() {
      return authorized.capability().globText();
    }

    private Future<Step<Claimed>> refuse(Refusal refusal) {
      return Step.stop(new CallOutcome.Refused(refusal));
    }
  }

  private static String name(Verdict verdict) {
    if (verdict instanceof Verdict.Execute) {
      return "execute";
    }
    if (verdict instanceof Verdict.Replay) {
      return "replay";
    }
    if (verdict instanceof Verdict.InFlight) {
      return "in_flight";
    }
    if (verdict instanceof Verdict.Released) {
      return "released";
    }
    if (verdict instanceof Verdict.Conflict) {
      return "conflict";
    }
    return verdict instanceof Verdict.OutcomeUnknown ? "outcome_unknown" : "refused";
  }

  private <T> Future<T> timed(String step, Loop loop, Supplier<Future<T>> ask) {
    long askedAt = loop.nanoTime();
    return ask.get().onComplete(ended -> meter.storeTook(step, loop.nanoTime() - askedAt));
  }

  /** The view of the call, and the one that took its place meanwhile. */
  private void heard(Authorized authorized, Lease lease) {
    authorized.view().heard(lease);
    cache.heard(authorized.call().identity(), lease);
  }

  private RunningClaims running(Loop loop) {
    return loop.local(RunningClaims.class, RunningClaims.class, it -> new RunningClaims(calls, it));
  }

  private SettleRepeats repeats(Loop loop) {
    return loop.local(SettleRepeats.class, SettleRepeats.class, it -> new SettleRepeats(calls, it));
  }

  /**
   * Ends the claim by what is known about the call.
   *
   * @return whether that is recorded; what could not be is repeated
   */
  Future<Boolean> settle(Claimed claimed, CallStore.Settlement settlement) {
    if (claimed.claim().isEmpty()) {
      return Future.succeededFuture(true);
    }
    Loop loop = claimed.authorized().call().loop();
    Claim claim = claimed.claim().get();
    return timed("settle", loop, () -> calls.settle(claim, settlement))
        .map(
            settled -> {
              settled.lease().ifPresent(it -> heard(claimed.authorized(), it));
              return true;
            })
        .recover(
            away -> {
              LOG.atWarn()
                  .setCause(away)
                  .addKeyValue("attempt", claim.attempt())
                  .log("the outcome of a call could not be recorded; it is tried again");
              repeats(loop).add(claim, settlement);
              return Future.succeededFuture(false);
            })
        .onComplete(ended -> over(loop, claim));
  }

  private void over(Loop loop, Claim claim) {
    if (claim.key().isPresent()) {
      running(loop).remove(claim);
    }
  }
}
