package io.leasegate.upstream;

import io.leasegate.jsonrpc.RpcMessage;

/** Hears what an upstream says about a call before it answers. Called on the call's loop. */
public interface CallListener {

  /** A {@code notifications/progress} of this call; its token is the gateway's own. */
  void onProgress(RpcMessage notification);

  /** A {@code notifications/message} that belongs to this call. */
  void onLog(RpcMessage notification);
}
