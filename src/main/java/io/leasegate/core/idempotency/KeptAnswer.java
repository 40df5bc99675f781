package io.leasegate.core.idempotency;

/** What a key that was executed has to say about it, after redaction. */
public sealed interface KeptAnswer {

  /** Whether the execution is known to have ended in an error of either kind. */
  boolean failed();

  /**
   * A tool's result.
   *
   * @param json the JSON object of the result
   * @param failed its {@code isError}
   */
  record ToolResult(AnswerBytes json, boolean failed) implements KeptAnswer {}

  /**
   * A JSON-RPC error, which replays as the same error.
   *
   * @param json the JSON object of the error
   */
  record RpcFault(AnswerBytes json) implements KeptAnswer {
    @Override
    public boolean failed() {
      return true;
    }
  }

  /**
   * An answer over the bound of one record, or to a call without a key: only that there was one is
   * kept.
   */
  record NotKept(boolean failed) implements KeptAnswer {}

  /** An operator found that the call was executed, and gave no result. */
  record NotGiven() implements KeptAnswer {
    @Override
    public boolean failed() {
      return false;
    }
  }
}
