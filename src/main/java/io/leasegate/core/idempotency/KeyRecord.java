package io.leasegate.core.idempotency;

/**
 * What a key remembers. Immutable; {@link KeyTransitions} makes the next one of it. A key without a
 * record was never used, was released, or is past its retention.
 */
public sealed interface KeyRecord {

  /** The execution that the key belongs to. */
  KeyClaim claim();

  /**
   * When the record's state ended, or ends by itself: what its retention counts from. Never before
   * its claim. Ms since 1970.
   */
  long endsAt();

  /**
   * An execution runs.
   *
   * @param claimUntil ms since 1970; from then on, unless extended, the executor counts as dead
   */
  record InFlight(KeyClaim claim, long claimUntil) implements KeyRecord {
    public InFlight {
      requireOrder(claim, claimUntil);
    }

    @Override
    public long endsAt() {
      return claimUntil;
    }
  }

  /**
   * The upstream asked for input and waits for the retry that brings it.
   *
   * @param until ms since 1970
   */
  record AwaitingInput(KeyClaim claim, long until) implements KeyRecord {
    public AwaitingInput {
      requireOrder(claim, until);
    }

    @Override
    public long endsAt() {
      return until;
    }
  }

  /**
   * Executed; retries get the answer.
   *
   * @param endedAt when the answer was recorded, ms since 1970
   */
  record Completed(KeyClaim claim, KeptAnswer answer, long endedAt) implements KeyRecord {
    public Completed {
      requireOrder(claim, endedAt);
    }

    /** When the execution that gave the answer began, ms since 1970. */
    public long firstExecutedAt() {
      return claim.claimedAt();
    }

    @Override
    public long endsAt() {
      return endedAt;
    }
  }

  /**
   * It may have been executed. An answer that comes late under the same claim ends this, as an
   * operator does.
   *
   * @param since ms since 1970
   */
  record Unknown(KeyClaim claim, long since) implements KeyRecord {
    public Unknown {
      requireOrder(claim, since);
    }

    @Override
    public long endsAt() {
      return since;
    }
  }

  /**
   * The record as it reads at a time: where the executor is dead, or the input did not come, nobody
   * can tell what the upstream did. A boundary belongs to what comes after it.
   *
   * @param now ms since 1970
   */
  default KeyRecord asOf(long now) {
    boolean lapses = this instanceof InFlight || this instanceof AwaitingInput;
    return lapses && now >= endsAt() ? new Unknown(claim(), endsAt()) : this;
  }

  /**
   * When the record may be forgotten, ms since 1970; never earlier, however many there are.
   *
   * @param retentionMs more than 0
   */
  default long keptUntil(long retentionMs) {
    return endsAt() + retentionMs;
  }

  private static void requireOrder(KeyClaim claim, long end) {
    if (end < claim.claimedAt()) {
      throw new IllegalArgumentException("ends at " + end + ", before " + claim.claimedAt());
    }
  }
}
