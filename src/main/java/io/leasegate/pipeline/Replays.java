package io.leasegate.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.idempotency.AnswerBytes;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;

/** Makes the answer of a replay out of what its key remembers. */
final class Replays {

  /** Answers were scanned before they were kept, under whatever limit was in force then. */
  private static final RpcScanner SCANNER = new RpcScanner(Integer.MAX_VALUE);

  private static final byte[] RESULT = "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":".getBytes(UTF_8);
  private static final byte[] ERROR = "{\"jsonrpc\":\"2.0\",\"id\":0,\"error\":".getBytes(UTF_8);

  private Replays() {}

  static CallOutcome.Answered of(KeyRecord.Completed record) {
    KeptAnswer answer = record.answer();
    return new CallOutcome.Answered(
        message(answer), null, new KeyNote.Replayed(record.firstExecutedAt(), answer.failed()));
  }

  private static RpcMessage message(KeptAnswer answer) {
    if (answer instanceof KeptAnswer.ToolResult result) {
      return scanned(RESULT, result.json());
    }
    if (answer instanceof KeptAnswer.RpcFault fault) {
      return scanned(ERROR, fault.json());
    }
    return answer instanceof KeptAnswer.NotKept
        ? text(
            "This call was executed. Its answer was too large to be kept, so it cannot be shown"
                + " again; look at the effect instead.",
            answer.failed())
        : text("An operator found that this call was executed; its answer is not known.", false);
  }

  private static RpcMessage text(String text, boolean failed) {
    String result =
        "{\"content\":[{\"type\":\"text\",\"text\":\"" + text + "\"}],\"isError\":" + failed + "}";
    return scanned(RESULT, AnswerBytes.over(result.getBytes(UTF_8)));
  }

  private static RpcMessage scanned(byte[] head, AnswerBytes json) {
    byte[] whole = new byte[head.length + json.length() + 1];
    System.arraycopy(head, 0, whole, 0, head.length);
    System.arraycopy(json.json(), 0, whole, head.length, json.length());
    whole[whole.length - 1] = '}';
    if (SCANNER.scan(whole) instanceof Scan.One one) {
      return one.message();
    }
    throw new IllegalStateException("a kept answer is no JSON");
  }
}
