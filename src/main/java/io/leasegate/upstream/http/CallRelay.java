package io.leasegate.upstream.http;

import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.CallListener;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Passes what comes before a call's answer to its caller, and what comes too late to who waits for
 * that. While it waits for the latter it keeps nothing else of the call. Bound to the call's loop.
 */
final class CallRelay implements ExchangeListener {

  private final HttpPeer peer;
  private final Loop loop;
  private final HttpSession session;
  private final String token;
  private final @Nullable Consumer<UpstreamAnswer> late;
  private @Nullable CallListener caller;
  private @Nullable HttpExchange exchange;
  private boolean overdue;

  CallRelay(HttpPeer peer, HttpSession session, long id, UpstreamCall call) {
    this.peer = peer;
    this.loop = call.loop();
    this.session = session;
    this.token = Long.toString(id);
    this.late = call.late();
    this.caller = call.listener();
  }

  /** Names the exchange that it listens to. */
  void of(HttpExchange its) {
    exchange = its;
    session.callStarted();
  }

  @Override
  public void onMessage(RpcMessage message) {
    switch (message.method()) {
      case "notifications/progress" -> onProgress(message);
      case "notifications/message" -> {
        if (caller != null) {
          caller.onLog(message);
        }
      }
      default -> {
        if (message.kind() == RpcMessage.Kind.REQUEST) {
          peer.answerRequest(loop, session, message);
        }
      }
    }
  }

  private void onProgress(RpcMessage message) {
    if (caller != null && exchange != null && isOurs(message)) {
      exchange.touch();
      caller.onProgress(message);
    }
  }

  private boolean isOurs(RpcMessage message) {
    Members params = message.params();
    int i = params == null ? -1 : params.indexOf("progressToken");
    return i >= 0
        && params != null
        && message.text(params.valueFrom(i), params.valueTo(i)).equals(token);
  }

  @Override
  public boolean staysOverdue() {
    overdue = late != null && peer.overdue().enter();
    caller = null;
    return overdue;
  }

  @Override
  public void onLate(UpstreamAnswer answer) {
    if (late != null) {
      late.accept(answer);
    }
  }

  @Override
  public void onOver() {
    session.callEnded();
    if (overdue) {
      peer.overdue().leave();
    }
  }
}
