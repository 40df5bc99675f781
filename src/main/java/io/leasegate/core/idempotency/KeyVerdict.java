package io.leasegate.core.idempotency;

import java.util.Optional;

/** What a call may do that came with a key. Whether it may run at all was decided before. */
public sealed interface KeyVerdict {

  /**
   * It is to be claimed and sent.
   *
   * @param takesOver the record, as it reads now, that the claim replaces
   */
  record Execute(Optional<KeyRecord> takesOver) implements KeyVerdict {

    /**
     * The claim that goes on with this one: the write of a call that waited for input was taken
     * from the budget when it was first sent, and is not taken again.
     */
    public Optional<KeyClaim> continues() {
      return takesOver.filter(KeyRecord.AwaitingInput.class::isInstance).map(KeyRecord::claim);
    }
  }

  /** The answer is there: nothing is sent, no budget used. */
  record Replay(KeyRecord.Completed record) implements KeyVerdict {}

  /**
   * Another call with the key runs, or the upstream waits for input.
   *
   * @param waitable whether waiting for the end of an execution makes sense; a waiter never
   *     executes
   * @param retryAfterMs after which a retry may find something else, more than 0
   */
  record InFlight(boolean waitable, long retryAfterMs) implements KeyVerdict {}

  /** The key belongs to a call that says something else. */
  record Conflict() implements KeyVerdict {}

  /** It may have been executed, and is never run again by itself. */
  record OutcomeUnknown(KeyRecord.Unknown record) implements KeyVerdict {}
}
