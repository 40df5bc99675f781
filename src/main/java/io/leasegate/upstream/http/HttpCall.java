package io.leasegate.upstream.http;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.Future;
import io.vertx.core.Promise;

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
    return session().compose(session -> send(session).compose(end -> take(session, end, first)));
  }

  /** What is left of the call's time. */
  private TimeLimits limits() {
    long now = loop.nanoTime();
    return new TimeLimits(
        call.sendNanos(now), call.idleNanos(), call.maxNanos() - (now - startedAt));
  }

  private Future<HttpSession> session() {
    TimeLimits limits = limits();
    if (limits.unsentNanos() <= 0) {
      return Future.failedFuture(OpenFailure.of(limits.notSent("opened no session in time")));
    }
    Future<HttpSession> opening =
        sessions.of(loop, call.identity(), call.listener().capabilities());
    return opening.isComplete() ? opening : new SessionWait(limits).until(opening);
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
    CallRelay relay = new CallRelay(peer, session, id, call);
    HttpExchange exchange = peer.exchange(loop, id, limits(), relay);
    relay.of(exchange);
    call.cancellation()
        .onCancel(
            () -> {
              if (exchange.isAwaited()) {
                peer.cancelRequest(loop, session, id, "the client gave the call up");
              }
              exchange.cancel();
            });
    return peer.send(loop, session, exchange, call.request().render(id), call.headers())
        .onComplete(ended -> tellOfTimeout(session, id, ended.result()));
  }

  /** A call whose late answer is of use is not cancelled. */
  private void tellOfTimeout(HttpSession session, long id, ExchangeEnd end) {
    if (call.late() == null
        && end instanceof ExchangeEnd.Answered answered
        && answered.answer() instanceof UpstreamAnswer.OutcomeUnknown unknown
        && unknown.code() == ErrorCode.UPSTREAM_TIMEOUT) {
      peer.cancelRequest(loop, session, id, "no answer in time");
    }
  }

  /** Waits for a session no longer than the call may; the opening goes on for others. */
  private final class SessionWait extends TimerWheel.Timer {
    private final TimeLimits limits;
    private final Promise<HttpSession> promise = Promise.promise();

    SessionWait(TimeLimits limits) {
      this.limits = limits;
    }

    Future<HttpSession> until(Future<HttpSession> opening) {
      loop.start(this, limits.unsentNanos());
      opening.onComplete(
          ended -> {
            loop.stop(this);
            if (ended.succeeded()) {
              promise.tryComplete(ended.result());
            } else {
              promise.tryFail(ended.cause());
            }
          });
      return promise.future();
    }

    @Override
    protected void fire() {
      promise.tryFail(OpenFailure.of(limits.notSent("opened no session in time")));
    }
  }
}
