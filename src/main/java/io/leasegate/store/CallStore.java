package io.leasegate.store;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.core.idempotency.KeyedCall;
import io.leasegate.core.lease.Lease;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/**
 * The two steps of a write or a keyed call, each one atomic: claim before it is sent, settle when
 * it is over. Safe from every loop; a future fails only when the store is away.
 */
public interface CallStore {

  /**
   * A call that is about to be sent.
   *
   * @param attempt the token of this attempt, new for each: only a settle under the token that the
   *     claim holds changes anything
   * @param grantId of the grant that covers it
   * @param capability what it needs
   * @param write whether it uses a write of the lease's budget
   */
  record Claim(
      String attempt,
      Identity identity,
      String grantId,
      String upstream,
      String tool,
      String capability,
      boolean write,
      Optional<KeyUse> key) {}

  /**
   * The key of a call.
   *
   * @param mayExecute false for one that has waited for another execution: it takes the answer or
   *     leaves
   */
  record KeyUse(IdempotencyKey key, KeyedCall call, boolean mayExecute) {

    /** The same for one that waits. */
    public KeyUse waiting() {
      return new KeyUse(key, call, false);
    }
  }

  /** What the claim step says. */
  sealed interface Verdict {

    /**
     * The call may be sent; a write of the lease's budget is used.
     *
     * @param lease that the grant is bound to, as it is now
     */
    record Execute(Optional<Lease> lease) implements Verdict {}

    /** The call ran before, here is its answer. Nothing was used. */
    record Replay(KeyRecord.Completed record) implements Verdict {}

    /**
     * The key is another call's for now.
     *
     * @param waitable whether that call runs; otherwise it waits for its client
     * @param retryAfterMs after which a retry may find something else, more than 0
     */
    record InFlight(boolean waitable, long retryAfterMs) implements Verdict {}

    /** What was waited for ended without an answer to replay, and left the key to a new call. */
    record Released() implements Verdict {}

    /** The key belongs to a call that says something else. */
    record Conflict() implements Verdict {}

    /** The call may have run. */
    record OutcomeUnknown(KeyRecord.Unknown record) implements Verdict {}

    /** The call must not be sent; nothing was changed. */
    record Refused(ErrorCode code) implements Verdict {}
  }

  /**
   * How a call ended.
   *
   * @param word one word for the audit: {@code ok}, {@code error}, {@code rpc_error}, {@code
   *     input_required}, {@code not_executed} or {@code unknown}
   */
  record Settlement(KeyOutcome outcome, String word) {}

  /**
   * What a settle did.
   *
   * @param acted whether it changed anything
   * @param lease whose budget was used, as it is now
   */
  record Settled(boolean acted, Optional<Lease> lease) {}

  /**
   * Kill, grant, parent, lease and generation, replay, budget, key and audit in one step, in this
   * order. A refusal leaves nothing behind.
   */
  Future<Verdict> claim(Claim claim);

  /**
   * Ends a claim. Acts once: a claim that is settled, or was never made, is left alone. A keyed
   * call whose outcome was unknown may be settled again when its answer comes late.
   */
  Future<Settled> settle(Claim claim, Settlement settlement);

  /** The calls of these keyed claims still run: their claims last longer. */
  Future<Void> extend(List<Claim> running);

  /**
   * Takes back a claim that was given up before its call was sent, and that nothing was said about
   * yet. What it holds is free again, as after an outcome "not executed"; one that has not reached
   * the store finds itself barred for a minute, should it still come.
   *
   * @return whether it held anything
   */
  Future<Boolean> abandon(Claim claim);
}
