package io.leasegate.upstream;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.jsonrpc.RpcMessage;

/** How a call to an upstream ended. What is known about its execution decides the variant. */
public sealed interface UpstreamAnswer {

  /** The upstream answered with a result or a JSON-RPC error, under the gateway's own id. */
  record Response(RpcMessage message) implements UpstreamAnswer {}

  /** Nothing left the gateway: the call has not run. */
  record NotSent(ErrorCode code, String why, int retryAfterS) implements UpstreamAnswer {}

  /** The upstream said that it did not take the call (401, 403, 429). */
  record Rejected(ErrorCode code, String why, int retryAfterS) implements UpstreamAnswer {}

  /** The call was sent and nobody knows whether it ran. */
  record OutcomeUnknown(ErrorCode code, String why) implements UpstreamAnswer {}

  /** The upstream answered with more than {@code limits.max_response} bytes. */
  record TooLarge(long limit) implements UpstreamAnswer {}

  /** The client gave the call up, and the upstream was told. */
  record Cancelled() implements UpstreamAnswer {}
}
