package io.leasegate.pipeline;

import io.leasegate.core.error.Refusal;
import io.leasegate.jsonrpc.RpcMessage;

/** How a call ended, before it is put into an answer. */
public sealed interface CallOutcome {

  /** The upstream's response, to be delivered under the client's id. */
  record Answered(RpcMessage response) implements CallOutcome {}

  /** The gateway refused, or has no answer. */
  record Refused(Refusal refusal) implements CallOutcome {}

  /** The client gave the call up; nobody waits for an answer. */
  record Cancelled() implements CallOutcome {}
}
