package io.leasegate.pipeline;

import io.leasegate.core.error.Refusal;
import io.leasegate.jsonrpc.RpcMessage;
import org.jspecify.annotations.Nullable;

/** How a call ended, before it is put into an answer. */
public sealed interface CallOutcome {

  /** How it ended in a word, as metrics and the audit name it. */
  String word();

  /**
   * The upstream's response, to be delivered under the client's id.
   *
   * @param notice what the agent is to be told with it, as a JSON object, or null
   * @param key what is to be told about the call's key, or null
   */
  record Answered(RpcMessage response, @Nullable String notice, @Nullable KeyNote key)
      implements CallOutcome {

    @Override
    public String word() {
      return response.kind() == RpcMessage.Kind.ERROR
          ? "rpc_error"
          : response.isTrue(response.result(), "isError") ? "tool_error" : "ok";
    }

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
  record Misused(String what) implements CallOutcome {
    @Override
    public String word() {
      return "misuse";
    }
  }

  /** The gateway refused, or has no answer. */
  record Refused(Refusal refusal) implements CallOutcome {
    @Override
    public String word() {
      return refusal.code().wireName();
    }
  }

  /** The client gave the call up; nobody waits for an answer. */
  record Cancelled() implements CallOutcome {
    @Override
    public String word() {
      return "cancelled";
    }
  }
}
