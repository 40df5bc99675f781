package io.leasegate.core.idempotency;

import java.util.Optional;

/** What an outcome, an extension or a resolution does to a key. */
public sealed interface KeyChange {

  /** The record to be stored in place of the one before. */
  record Stored(KeyRecord record) implements KeyChange {}

  /**
   * The record goes away; a retry executes.
   *
   * @param refundTo id of the lease that gets its write back
   */
  record Freed(Optional<String> refundTo) implements KeyChange {}

  /** Nothing changes. */
  record Kept(Reason reason) implements KeyChange {}

  /** Why nothing changes. */
  enum Reason {
    /** The claim is settled already; a repeated settle finds this. */
    SETTLED,
    /**
     * The key is free, or belongs to another attempt: it was taken over, resolved or forgotten. For
     * an outcome this is worth an audit entry, {@code late_outcome}.
     */
    NOT_THE_CLAIM,
    /** There is nothing to resolve yet: an execution runs, or the upstream waits for input. */
    IN_FLIGHT
  }
}
