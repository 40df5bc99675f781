package io.leasegate.upstream;

import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;

/**
 * Hears what an upstream says, and asks, about a call before it answers. Called on the call's loop.
 */
public interface CallListener {

  /** A {@code notifications/progress} of this call; its token is the gateway's own. */
  void onProgress(RpcMessage notification);

  /** A {@code notifications/message} that belongs to this call. */
  void onLog(RpcMessage notification);

  /** What can be asked of the call's client. Safe from every loop. */
  default ClientCapabilities capabilities() {
    return ClientCapabilities.NONE;
  }

  /** A request that the client's capabilities serve; whoever takes it ends it. */
  default void onRequest(ServerRequest request) {
    request.refuse(RpcError.methodNotFound(request.message().method()));
  }
}
