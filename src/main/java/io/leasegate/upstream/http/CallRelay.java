package io.leasegate.upstream.http;

import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.CallListener;
import io.leasegate.upstream.ServerRequest;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.buffer.Buffer;
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

  /** Most calls are asked nothing. */
  private @Nullable OpenRequests requests;

  private @Nullable ReplyQueue replies;
  private @Nullable String over;
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
    session.callStarted(this);
  }

  Loop loop() {
    return loop;
  }

  private void reply(Buffer answer) {
    if (replies == null) {
      replies =
          new ReplyQueue(
              each -> peer.reply(loop, session, each), () -> read(false), () -> read(true));
    }
    replies.send(answer);
  }

  private void hold(boolean asking) {
    if (exchange != null) {
      exchange.hold(asking);
    }
  }

  private void read(boolean on) {
    if (exchange != null && on) {
      exchange.resume();
    } else if (exchange != null) {
      exchange.pause();
    }
  }

  @Override
  public void onMessage(RpcMessage message) {
    if (message.kind() == RpcMessage.Kind.REQUEST) {
      ask(message, this::reply);
      return;
    }
    switch (message.method()) {
      case "notifications/progress" -> onProgress(message);
      case "notifications/message" -> {
        if (caller != null) {
          caller.onLog(message);
        }
      }
      case "notifications/cancelled" -> askNoMore(message);
      default -> {}
    }
  }

  /** The upstream asks something that belongs to this call. */
  void ask(RpcMessage request, Consumer<Buffer> reply) {
    if (requests == null) {
      requests = new OpenRequests(session, this::hold);
    }
    if (over != null) {
      requests.end(over);
    }
    requests.take(request, caller, reply);
  }

  /** The upstream takes back what it asked. */
  void askNoMore(RpcMessage cancelled) {
    if (requests != null) {
      requests.cancelled(cancelled);
    }
  }

  private void endRequests(String why) {
    over = why;
    if (requests != null) {
      requests.end(why);
    }
  }

  @Override
  public void onUnreadable(String id, RpcError error) {
    reply(ServerRequest.error(id, error));
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
    endRequests("was given up: it took too long");
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
    session.callEnded(this);
    endRequests("has ended");
    if (overdue) {
      peer.overdue().leave();
    }
  }
}
