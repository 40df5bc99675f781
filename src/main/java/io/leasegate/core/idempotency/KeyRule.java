package io.leasegate.core.idempotency;

import io.leasegate.core.idempotency.KeyRecord.AwaitingInput;
import io.leasegate.core.idempotency.KeyRecord.Completed;
import io.leasegate.core.idempotency.KeyRecord.InFlight;
import io.leasegate.core.idempotency.KeyRecord.Unknown;
import java.util.Optional;

/** What a call with a key may do, by what the key remembers. */
public final class KeyRule {

  /** A retry waits for an execution; there is no reason to stay away longer. */
  private static final long LONGEST_RETRY_MS = 5_000;

  private KeyRule() {}

  /**
   * The verdict. Authorisation comes before it: a replay needs a live grant too.
   *
   * @param stored the key's record; a record past its retention is none
   * @param now ms since 1970
   */
  public static KeyVerdict judge(Optional<KeyRecord> stored, KeyedCall call, long now) {
    if (stored.isEmpty()) {
      return new KeyVerdict.Execute(Optional.empty());
    }
    KeyRecord record = stored.get().asOf(now);
    if (!record.claim().fingerprint().equals(call.fingerprint())) {
      return new KeyVerdict.Conflict();
    }
    if (record instanceof Completed completed) {
      return new KeyVerdict.Replay(completed);
    }
    if (record instanceof InFlight running) {
      return new KeyVerdict.InFlight(true, Math.min(running.claimUntil() - now, LONGEST_RETRY_MS));
    }
    if (record instanceof AwaitingInput awaiting) {
      return call.hasRequestState()
          ? new KeyVerdict.Execute(Optional.of(awaiting))
          : new KeyVerdict.InFlight(false, awaiting.until() - now);
    }
    return call.repeatable()
        ? new KeyVerdict.Execute(Optional.of(record))
        : new KeyVerdict.OutcomeUnknown((Unknown) record);
  }
}
