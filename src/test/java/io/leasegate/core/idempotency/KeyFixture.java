package io.leasegate.core.idempotency;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.idempotency.KeyRecord.AwaitingInput;
import io.leasegate.core.idempotency.KeyRecord.Completed;
import io.leasegate.core.idempotency.KeyRecord.InFlight;
import io.leasegate.core.idempotency.KeyRecord.Unknown;
import java.util.Optional;

/** Keys in each of their states. */
final class KeyFixture {

  static final long T0 = 1_800_000_000_000L;
  static final long SECOND = 1_000;
  static final long MINUTE = 60 * SECOND;
  static final long DAY = 24 * 60 * MINUTE;

  static final Fingerprint SAME = Fingerprint.ofHex("0a".repeat(32));
  static final Fingerprint OTHER = Fingerprint.ofHex("0b".repeat(32));
  static final KeptAnswer ANSWER =
      new KeptAnswer.ToolResult(AnswerBytes.over("{\"content\":[]}".getBytes(UTF_8)), false);

  private KeyFixture() {}

  /** A claim at T0, which took a write from the lease {@code l-1}. */
  static KeyClaim claim(String attempt) {
    return new KeyClaim(attempt, SAME, "sim", "t", T0, Optional.of("l-1"));
  }

  static InFlight inFlight(String attempt) {
    return KeyTransitions.claim(claim(attempt));
  }

  static AwaitingInput awaiting(String attempt) {
    return new AwaitingInput(claim(attempt), T0 + SECOND + KeyTransitions.INPUT_MS);
  }

  static Completed completed(String attempt) {
    return new Completed(claim(attempt), ANSWER, T0 + SECOND);
  }

  static Unknown unknown(String attempt) {
    return new Unknown(claim(attempt), T0 + SECOND);
  }

  static KeyedCall retry() {
    return new KeyedCall(SAME, false, false);
  }
}
