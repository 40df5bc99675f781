package io.leasegate.upstream.http;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.Future;

/**
 * One tool call over HTTP: in the agent's session, and once more in a fresh one when the upstream
 * has forgotten it. Bound to the call's loop.
 */
final class HttpCall {

  private final HttpPeer peer;
  private final HttpSessions sessions;
  private final UpstreamCall call;
  private final Loop loop;
  private final long startedAt;

  HttpCall(HttpPeer peer, HttpSessions sessions, UpstreamCall call) {
    this.peer = peer;
    this.sessions = sessions;
    this.call = call;
    this.loop = call.loop();
    this.startedAt = loop.nanoTime();
  }

  Future<UpstreamAnswer> run() {
    return attempt(true)
        .recover(
            problem ->
                problem instanceof OpenFailure failure
                    ? Future.succeededFuture(failure.toAnswer())
                    : Future.failedFuture(problem));
  }

  private Future<UpstreamAnswer> attempt(boolean first) {
    return sessions
        .of(loop, call.identity())
        .compose(session -> send(session).compose(end -> take(session, end, first)));
  }

  private Future<UpstreamAnswer> take(HttpSession session, ExchangeEnd end, boolean first) {
    if (end instanceof ExchangeEnd.Answered answered) {
      return Future.succeededFuture(answered.answer());
    }
    sessions.drop(session, call.identity());
    return first
        ? attempt(false)
        : Future.succeededFuture(
            new UpstreamAnswer.NotSent(
                ErrorCode.CONNECT_FAILED, "forgets its sessions at once", 1));
  }

  private Future<ExchangeEnd> send(HttpSession session) {
    if (call.cancellation().isCancelled()) {
      return Future.succeededFuture(new ExchangeEnd.Answered(new UpstreamAnswer.Cancelled(), null));
    }
    long id = session.nextRequestId();
    long maxNanos = call.maxNanos() - (loop.nanoTime() - startedAt);
    Relay relay = new Relay(session, id);
    HttpExchange exchange = peer.exchange(loop, id, call.idleNanos(), maxNanos, relay);
    relay.exchange = exchange;
    call.cancellation()
        .onCancel(
            () -> {
              peer.cancelRequest(loop, session, id, "the client gave the call up");
              exchange.cancel();
            });
    session.callStarted();
    return peer.send(loop, session, exchange, call.request().render(id), call.headers())
        .onComplete(ended -> finished(session, id, ended.result()));
  }

  private void finished(HttpSession session, long id, ExchangeEnd end) {
    session.callEnded();
    if (end instanceof ExchangeEnd.Answered answered
        && answered.answer() instanceof UpstreamAnswer.OutcomeUnknown unknown
        && unknown.code() == ErrorCode.UPSTREAM_TIMEOUT) {
      peer.cancelRequest(loop, session, id, "no answer in time");
    }
  }

  /** Passes what comes before the answer to the call's listener. */
  private final class Relay implements HttpExchange.Listener {
    private final HttpSession session;
    private final String token;
    private HttpExchange exchange;

    @SuppressWarnings("NullAway.Init") // the exchange and its relay know each other
    Relay(HttpSession session, long id) {
      this.session = session;
      this.token = Long.toString(id);
    }

    @Override
    public void onMessage(RpcMessage message) {
      switch (message.method()) {
        case "notifications/progress" -> {
          if (isOurs(message)) {
            exchange.touch();
            call.listener().onProgress(message);
          }
        }
        case "notifications/message" -> call.listener().onLog(message);
        default -> {
          if (message.kind() == RpcMessage.Kind.REQUEST) {
            peer.answerRequest(loop, session, message);
          }
        }
      }
    }

    private boolean isOurs(RpcMessage message) {
      Members params = message.params();
      int i = params == null ? -1 : params.indexOf("progressToken");
      return i >= 0
          && params != null
          && message.text(params.valueFrom(i), params.valueTo(i)).equals(token);
    }
  }
}
