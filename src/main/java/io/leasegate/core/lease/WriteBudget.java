package io.leasegate.core.lease;

import java.util.Optional;

/**
 * How many writes a lease allows.
 *
 * @param maxWrites 0 or more
 * @param writesUsed 0..maxWrites
 */
public record WriteBudget(long maxWrites, long writesUsed) {

  public WriteBudget {
    if (writesUsed < 0 || writesUsed > maxWrites) {
      throw new IllegalArgumentException(writesUsed + " of " + maxWrites + " writes used");
    }
  }

  /** A budget of which nothing is used. */
  public static WriteBudget of(long maxWrites) {
    return new WriteBudget(maxWrites, 0);
  }

  public long writesLeft() {
    return maxWrites - writesUsed;
  }

  /** With one write more used; nothing when none is left. */
  public Optional<WriteBudget> consume() {
    return writesUsed == maxWrites
        ? Optional.empty()
        : Optional.of(new WriteBudget(maxWrites, writesUsed + 1));
  }

  /**
   * With one write given back; the same when none is used. That a write is given back once only is
   * for the record of its claim to hold.
   */
  public WriteBudget refund() {
    return writesUsed == 0 ? this : new WriteBudget(maxWrites, writesUsed - 1);
  }
}
