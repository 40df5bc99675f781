package io.leasegate.store;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.lease.Lease;
import io.vertx.core.Future;
import java.util.Optional;

/**
 * The two steps of a write, each one atomic: claim before it is sent, settle when it is over. Safe
 * from every loop; a future fails only when the store is away.
 */
public interface CallStore {

  /**
   * A write that is about to be sent.
   *
   * @param attempt names this attempt, new for each
   * @param grantId of the grant that covers it
   */
  record Claim(String attempt, Identity identity, String grantId) {}

  /** What the claim step says. */
  sealed interface Verdict {

    /**
     * The write may be sent; one write of the lease's budget is used.
     *
     * @param lease that the grant is bound to, as it is now
     */
    record Execute(Optional<Lease> lease) implements Verdict {}

    /** The write must not be sent; nothing was changed. */
    record Refused(ErrorCode code) implements Verdict {}
  }

  /** What is known about a sent write. */
  enum Outcome {
    /** It ran, or nobody can know that it did not. */
    USED,
    /** It did not run: its write is given back. */
    NOT_EXECUTED
  }

  /** Kill, grant, parent, lease, generation and budget in one step, in this order. */
  Future<Verdict> claim(Claim claim);

  /**
   * Ends a claim. Acts once: a claim that is settled, or was never made, is left alone.
   *
   * @return the lease whose budget was used, as it is now
   */
  Future<Optional<Lease>> settle(Claim claim, Outcome outcome);
}
