package io.leasegate.store.redis;

import io.leasegate.core.idempotency.AnswerBytes;
import io.leasegate.core.idempotency.Fingerprint;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyClaim;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.core.idempotency.KeyRecord.Unknown;
import java.util.Optional;

/** Records of keys as scripts answer them, and answers as scripts keep them. */
final class KeyCodec {

  private static final AnswerBytes NOTHING = AnswerBytes.over(new byte[0]);

  /**
   * An answer for a script.
   *
   * @param kind {@code result}, {@code fault}, {@code not_kept} or {@code not_given}
   */
  record Kept(String kind, boolean failed, AnswerBytes json) {

    /** Where a script needs none. */
    static final Kept NONE = new Kept("", false, NOTHING);

    static Kept of(KeptAnswer answer) {
      if (answer instanceof KeptAnswer.ToolResult result) {
        return new Kept("result", result.failed(), result.json());
      }
      if (answer instanceof KeptAnswer.RpcFault fault) {
        return new Kept("fault", true, fault.json());
      }
      return answer instanceof KeptAnswer.NotKept notKept
          ? new Kept("not_kept", notKept.failed(), NOTHING)
          : new Kept("not_given", false, NOTHING);
    }
  }

  private KeyCodec() {}

  static Optional<KeyRecord> readSome(Reply reply) {
    Reply record = reply.array();
    return record.isEmpty() ? Optional.empty() : Optional.of(read(record));
  }

  static KeyRecord read(Reply record) {
    String state = record.text();
    long endsAt = record.number();
    KeyClaim claim =
        new KeyClaim(
            record.text(),
            Fingerprint.ofHex(record.text()),
            record.text(),
            record.text(),
            record.number(),
            record.someText());
    return switch (state) {
      case "in_flight" -> new KeyRecord.InFlight(claim, endsAt);
      case "awaiting_input" -> new KeyRecord.AwaitingInput(claim, endsAt);
      case "completed" -> new KeyRecord.Completed(claim, answer(record), endsAt);
      case "unknown" -> new Unknown(claim, endsAt);
      default -> throw new IllegalStateException("a stored key is " + state);
    };
  }

  /** A record that reads as unknown, whatever it was before. */
  static Unknown readUnknown(Reply record) {
    KeyRecord read = read(record);
    return new Unknown(read.claim(), read.endsAt());
  }

  private static KeptAnswer answer(Reply record) {
    String kind = record.text();
    boolean failed = record.flag();
    AnswerBytes json = AnswerBytes.over(record.bytes());
    return switch (kind) {
      case "result" -> new KeptAnswer.ToolResult(json, failed);
      case "fault" -> new KeptAnswer.RpcFault(json);
      case "not_kept" -> new KeptAnswer.NotKept(failed);
      case "not_given" -> new KeptAnswer.NotGiven();
      default -> throw new IllegalStateException("a stored answer is " + kind);
    };
  }
}
