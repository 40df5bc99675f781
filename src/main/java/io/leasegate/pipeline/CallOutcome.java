package io.leasegate.pipeline;

import io.leasegate.core.error.Refusal;
import io.leasegate.jsonrpc.RpcMessage;
import org.jspecify.annotations.Nullable;

/** How a call ended, before it is put into an answer. */
public sealed interface CallOutcome {

  /**
   * The upstream's response, to be delivered under the client's id.
   *
   * @param notice what the agent is to be told with it, as a JSON object, or null
   * @param key what is to be told about the call's key, or null
   */
  record Answered(RpcMessage response, @Nullable String notice, @Nullable KeyNote key)
      implements CallOutcome {

    Answered with(String told) {
      return new Answered(response, told, key);
    }

    Answered with(KeyNote note) {
      return new Answered(response, notice, note);
    }
  }

  /**
   * The arguments do not say what the call needs.
   *
   * @param what is wrong and what to send instead
   */
  record Misused(String what) implements CallOutcome {}

  /** The gateway refused, or has no answer. */
  record Refused(Refusal refusal) implements CallOutcome {}

  /** The client gave the call up; nobody waits for an answer. */
  record Cancelled() implements CallOutcome {}
}
