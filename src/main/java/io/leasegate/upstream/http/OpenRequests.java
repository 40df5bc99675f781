package io.leasegate.upstream.http;

import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.upstream.CallListener;
import io.leasegate.upstream.ServerRequest;
import io.vertx.core.buffer.Buffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What an upstream asks during one call, until it is answered: each request gets one answer, or is
 * taken back. Bound to the call's loop.
 */
final class OpenRequests {

  private final HttpSession session;
  private final Consumer<Boolean> asking;
  private final Map<String, ServerRequest> open = new HashMap<>();
  private @Nullable String over;

  /**
   * @param asking told whether the agent is being asked anything
   */
  OpenRequests(HttpSession session, Consumer<Boolean> asking) {
    this.session = session;
    this.asking = asking;
  }

  /**
   * Takes a request.
   *
   * @param caller whom it is for
   * @param reply where its answer goes
   */
  void take(RpcMessage request, @Nullable CallListener caller, Consumer<Buffer> reply) {
    String id = request.idText();
    if (!session.capabilities().serve(request.method())) {
      reply.accept(HttpPeer.answerWithoutAgent(request));
    } else if (caller == null || over != null) {
      reply.accept(ServerRequest.error(id, late()));
    } else if (open.containsKey(id)) {
      reply.accept(
          ServerRequest.error(id, RpcError.invalidRequest("a request of this id is open")));
    } else {
      ServerRequest asked = new ServerRequest(request, reply, () -> ended(id));
      open.put(id, asked);
      caller.onRequest(asked);
      asking.accept(!open.isEmpty());
    }
  }

  private void ended(String id) {
    open.remove(id);
    if (open.isEmpty()) {
      asking.accept(false);
    }
  }

  /** The upstream takes a request back: one of this call, or of another one. */
  void cancelled(RpcMessage notification) {
    Members params = notification.params();
    int i = params == null ? -1 : params.indexOf("requestId");
    ServerRequest found =
        params == null || i < 0
            ? null
            : open.get(notification.text(params.valueFrom(i), params.valueTo(i)));
    if (found != null) {
      found.cancel(notification);
    }
  }

  /**
   * Nobody can be asked any more.
   *
   * @param why continues "the call …"
   */
  void end(String why) {
    if (over == null) {
      over = why;
      List.copyOf(open.values()).forEach(each -> each.expire(late()));
    }
  }

  private RpcError late() {
    return RpcError.of(RpcError.INTERNAL_ERROR, "the call " + (over == null ? "has ended" : over));
  }
}
