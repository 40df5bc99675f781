package io.leasegate.core.idempotency;

import io.leasegate.core.idempotency.KeyChange.Freed;
import io.leasegate.core.idempotency.KeyChange.Kept;
import io.leasegate.core.idempotency.KeyChange.Reason;
import io.leasegate.core.idempotency.KeyChange.Stored;
import io.leasegate.core.idempotency.KeyRecord.AwaitingInput;
import io.leasegate.core.idempotency.KeyRecord.Completed;
import io.leasegate.core.idempotency.KeyRecord.InFlight;
import io.leasegate.core.idempotency.KeyRecord.Unknown;
import java.util.Optional;

/**
 * The changes of a key's record, each from one to the next. Comparing and storing them in one
 * atomic step, and forgetting records past their retention, is the store's part.
 */
public final class KeyTransitions {

  /** How long a claim lasts that nobody extends, in ms. */
  public static final long CLAIM_MS = 60_000;

  /** How long an upstream's question waits for its answer, in ms. */
  public static final long INPUT_MS = 600_000;

  private KeyTransitions() {}

  /** The claim after a verdict {@link KeyVerdict.Execute}; it lasts {@value #CLAIM_MS} ms. */
  public static InFlight claim(KeyClaim claim) {
    return new InFlight(claim, claim.claimedAt() + CLAIM_MS);
  }

  /**
   * The executor still works. Brings a claim back that had lapsed, as long as nobody else holds the
   * key: to say that it runs is nearer to the truth than to say that nobody knows.
   *
   * @param now ms since 1970
   */
  public static KeyChange extend(Optional<KeyRecord> stored, String attempt, long now) {
    if (!holds(stored, attempt)) {
      return new Kept(Reason.NOT_THE_CLAIM);
    }
    return stored.get() instanceof InFlight running
        ? new Stored(new InFlight(running.claim(), Math.max(running.claimUntil(), now + CLAIM_MS)))
        : new Kept(Reason.SETTLED);
  }

  /**
   * An execution ends. What counts is that its claim still holds the key, not whether that has
   * lapsed: an answer that comes late ends what was unknown.
   *
   * @param now ms since 1970, not before the claim
   */
  public static KeyChange settle(
      Optional<KeyRecord> stored, String attempt, KeyOutcome outcome, long now) {
    if (!holds(stored, attempt)) {
      return new Kept(Reason.NOT_THE_CLAIM);
    }
    KeyRecord record = stored.get();
    if (record instanceof Completed || record instanceof AwaitingInput) {
      return new Kept(Reason.SETTLED);
    }
    KeyClaim claim = record.claim();
    if (outcome instanceof KeyOutcome.Answered answered) {
      return new Stored(new Completed(claim, answered.answer(), now));
    }
    if (outcome instanceof KeyOutcome.NotExecuted) {
      return new Freed(claim.payer());
    }
    if (record instanceof Unknown) {
      // once given up, only an end changes it: the caller who could bring input is gone
      return new Kept(Reason.SETTLED);
    }
    return new Stored(
        outcome instanceof KeyOutcome.InputRequired
            ? new AwaitingInput(claim, now + INPUT_MS)
            : new Unknown(claim, now));
  }

  /**
   * An operator says what became of a key whose outcome is unknown. Outcomes that come after this
   * find another attempt, or none.
   *
   * @param attempt the new token of the record
   * @param now ms since 1970, not before the claim
   */
  public static KeyChange resolve(
      Optional<KeyRecord> stored, KeyResolution resolution, String attempt, long now) {
    if (stored.isEmpty()) {
      return new Kept(Reason.NOT_THE_CLAIM);
    }
    KeyRecord record = stored.get().asOf(now);
    if (record instanceof Completed) {
      return new Kept(Reason.SETTLED);
    }
    if (!(record instanceof Unknown)) {
      return new Kept(Reason.IN_FLIGHT);
    }
    KeyClaim old = record.claim();
    if (resolution instanceof KeyResolution.Executed executed) {
      KeyClaim claim = old.under(attempt);
      return new Stored(new Completed(claim, executed.answer(), now));
    }
    return new Freed(old.payer());
  }

  private static boolean holds(Optional<KeyRecord> stored, String attempt) {
    return stored.isPresent() && stored.get().claim().attempt().equals(attempt);
  }
}
