package io.leasegate.pipeline;

import io.leasegate.config.OnError;
import io.leasegate.core.idempotency.AnswerBytes;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.store.CallStore.Settlement;
import io.leasegate.upstream.UpstreamAnswer;
import java.util.Arrays;

/** What is known about the execution of a call by the way in which its upstream answered. */
final class Settlements {

  private static final String INPUT_REQUIRED = "input_required";
  private static final Settlement NOT_EXECUTED =
      new Settlement(new KeyOutcome.NotExecuted(), "not_executed");
  private static final Settlement WAITS =
      new Settlement(new KeyOutcome.InputRequired(), INPUT_REQUIRED);

  /** It may have run. */
  static final Settlement LOST = new Settlement(new KeyOutcome.Lost(), "unknown");

  private Settlements() {}

  /**
   * @param keyed whether the answer itself is to be kept
   * @param mostBytes of an answer that is kept
   */
  static Settlement of(UpstreamAnswer answer, OnError onError, boolean keyed, long mostBytes) {
    if (answer instanceof UpstreamAnswer.NotSent || answer instanceof UpstreamAnswer.Rejected) {
      return NOT_EXECUTED;
    }
    if (answer instanceof UpstreamAnswer.TooLarge) {
      return new Settlement(new KeyOutcome.Answered(new KeptAnswer.NotKept(false)), "ok");
    }
    if (!(answer instanceof UpstreamAnswer.Response response)) {
      return LOST;
    }
    RpcMessage message = response.message();
    if (message.kind() == RpcMessage.Kind.ERROR) {
      return isMethodNotFound(message)
          ? NOT_EXECUTED
          : answered(keptError(message, keyed, mostBytes), "rpc_error");
    }
    if (INPUT_REQUIRED.equals(message.string(message.result(), "resultType"))) {
      return WAITS;
    }
    boolean failed = message.isTrue(message.result(), "isError");
    if (failed && keyed && onError == OnError.RELEASE) {
      return new Settlement(new KeyOutcome.NotExecuted(), "error");
    }
    return answered(keptResult(message, failed, keyed, mostBytes), failed ? "error" : "ok");
  }

  private static Settlement answered(KeptAnswer answer, String word) {
    return new Settlement(new KeyOutcome.Answered(answer), word);
  }

  private static KeptAnswer keptResult(
      RpcMessage message, boolean failed, boolean keyed, long mostBytes) {
    int from = message.resultFrom();
    int to = message.resultTo();
    return !keyed || to - from > mostBytes
        ? new KeptAnswer.NotKept(failed)
        : new KeptAnswer.ToolResult(bytes(message, from, to), failed);
  }

  private static KeptAnswer keptError(RpcMessage message, boolean keyed, long mostBytes) {
    Members error = message.error();
    return !keyed || error == null || error.to() - error.from() > mostBytes
        ? new KeptAnswer.NotKept(true)
        : new KeptAnswer.RpcFault(bytes(message, error.from(), error.to()));
  }

  private static AnswerBytes bytes(RpcMessage message, int from, int to) {
    return AnswerBytes.over(Arrays.copyOfRange(message.bytes(), from, to));
  }

  /** The one error that says for sure that no tool has run. */
  private static boolean isMethodNotFound(RpcMessage response) {
    Members error = response.error();
    int code = error == null ? -1 : error.indexOf("code");
    return error != null
        && code >= 0
        && response
            .text(error.valueFrom(code), error.valueTo(code))
            .equals(Integer.toString(RpcError.METHOD_NOT_FOUND));
  }
}
