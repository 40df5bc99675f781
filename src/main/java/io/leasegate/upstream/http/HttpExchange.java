package io.leasegate.upstream.http;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.RequestOptions;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * One JSON-RPC request POSTed to an upstream, until its answer is there, in JSON or in an event
 * stream. Bound to the loop of its call.
 *
 * <p>From the moment that it is handed to a connection it counts as sent, however little of it went
 * out: what the upstream has read of it cannot be known.
 */
final class HttpExchange extends TimerWheel.Timer {

  private enum State {
    /** Waits for a connection. */
    UNSENT,
    SENT,
    /** Its caller was told that it has timed out; its answer is still waited for. */
    OVERDUE,
    OVER
  }

  /** How long an event stream may stay open behind its answer before the connection is given up. */
  private static final long LINGER_NANOS = 2_000_000_000L;

  private final Loop loop;
  private final RpcScanner scanner;
  private final long maxResponseBytes;
  private final String id;
  private final TimeLimits limits;
  private final long startedAt;
  private final ExchangeListener listener;
  private final Promise<ExchangeEnd> promise = Promise.promise();
  private State state = State.UNSENT;
  private boolean inSession;

  /** Whether the agent is asked something: no sign of life of the upstream is due. */
  private boolean held;

  private @Nullable HttpClientRequest request;
  private @Nullable HttpClientResponse events;
  private @Nullable String sessionId;
  private @Nullable Buffer body;
  private boolean closed;

  HttpExchange(
      Loop loop,
      RpcScanner scanner,
      long maxResponseBytes,
      long id,
      TimeLimits limits,
      ExchangeListener listener) {
    this.loop = loop;
    this.scanner = scanner;
    this.maxResponseBytes = maxResponseBytes;
    this.id = Long.toString(id);
    this.limits = limits;
    this.startedAt = loop.nanoTime();
    this.listener = listener;
  }

  /** Sends it. The future is completed on the loop, never failed. */
  Future<ExchangeEnd> send(HttpClient client, RequestOptions options, Buffer payload) {
    inSession = options.getHeaders().contains(HttpPeer.SESSION_HEADER);
    loop.start(this, limits.unsentNanos());
    client
        .request(options)
        .onComplete(
            made -> {
              if (made.failed()) {
                notConnected(made.cause());
              } else {
                write(made.result(), payload);
              }
            });
    return promise.future();
  }

  private void write(HttpClientRequest made, Buffer payload) {
    long waited = loop.nanoTime() - startedAt;
    if (state == State.UNSENT && waited >= limits.unsentNanos()) {
      answer(limits.notSent("gave no connection in time"));
    }
    if (state != State.UNSENT) {
      // the call ended while it waited for a connection
      made.exceptionHandler(gone -> {});
      made.reset();
      return;
    }
    request = made;
    state = State.SENT;
    loop.start(this, Math.min(idleNanos(), limits.maxNanos()) - waited);
    made.exceptionHandler(this::lost);
    made.send(payload)
        .onComplete(
            answered -> {
              if (answered.failed()) {
                lost(answered.cause());
              } else {
                read(answered.result());
              }
            });
  }

  private void read(HttpClientResponse response) {
    if (state == State.OVER) {
      abort();
      return;
    }
    sessionId = response.getHeader(HttpPeer.SESSION_HEADER);
    response.exceptionHandler(this::lost);
    String type = response.getHeader(HttpHeaders.CONTENT_TYPE);
    if (response.statusCode() == 200
        && type != null
        && type.toLowerCase(Locale.ROOT).startsWith("text/event-stream")) {
      readEvents(response);
    } else {
      readBody(response);
    }
  }

  private void readEvents(HttpClientResponse response) {
    EventStreamParser parser =
        new EventStreamParser(maxResponseBytes, this::takeEvent, this::tooLarge);
    events = response;
    response.handler(parser::take);
    response.endHandler(
        ended -> {
          closed = true;
          loop.stop(this);
          unknown("closed its event stream without an answer");
        });
  }

  private void takeEvent(byte[] event) {
    if (state == State.OVER) {
      return;
    }
    Scan scan = scanner.scan(event);
    if (scan instanceof Scan.Bad bad && bad.id() != null && !bad.id().equals(id)) {
      listener.onUnreadable(bad.id(), bad.error());
    }
    if (!(scan instanceof Scan.One one)) {
      return;
    }
    RpcMessage message = one.message();
    switch (message.kind()) {
      case RESULT, ERROR -> answer(HttpAnswer.responseTo(id, message));
      case REQUEST, NOTIFICATION -> listener.onMessage(message);
    }
  }

  /** The upstream gave a sign of life for this call: the idle time starts again. */
  void touch() {
    if (state == State.SENT) {
      loop.start(this, Math.min(idleNanos(), endsAt() - loop.nanoTime()));
    }
  }

  private long idleNanos() {
    return held ? Long.MAX_VALUE : limits.idleNanos();
  }

  /** The idle time stands while the agent is asked something, and starts again behind that. */
  void hold(boolean asked) {
    if (held != asked) {
      held = asked;
      touch();
    }
  }

  /** Reads no more of an event stream for now. */
  void pause() {
    if (events != null) {
      events.pause();
    }
  }

  void resume() {
    if (events != null) {
      events.resume();
    }
  }

  private long endsAt() {
    return startedAt + limits.maxNanos();
  }

  private void readBody(HttpClientResponse response) {
    response.handler(
        chunk -> {
          Buffer before = body;
          int size = chunk.length() + (before == null ? 0 : before.length());
          if (size > maxResponseBytes) {
            tooLarge();
          } else {
            body = before == null ? chunk : before.appendBuffer(chunk);
          }
        });
    response.endHandler(
        ended -> {
          closed = true;
          byte[] bytes = body == null ? new byte[0] : body.getBytes();
          body = null;
          if (state != State.OVER) {
            String retryAfter = response.getHeader(HttpHeaders.RETRY_AFTER);
            end(
                new HttpAnswer(id, inSession, response.statusCode(), sessionId, retryAfter)
                    .read(scanner, bytes));
          }
        });
  }

  @Override
  protected void fire() {
    switch (state) {
      case UNSENT -> answer(limits.notSent("gave no connection in time"));
      case SENT -> overdue();
      case OVERDUE -> {
        over();
        abort();
      }
      case OVER -> abort(); // an event stream that did not end behind its answer
    }
  }

  private void overdue() {
    boolean stays = listener.staysOverdue();
    state = State.OVERDUE;
    promise.complete(
        new ExchangeEnd.Answered(
            new UpstreamAnswer.OutcomeUnknown(ErrorCode.UPSTREAM_TIMEOUT, "did not answer in time"),
            sessionId));
    if (stays) {
      long now = loop.nanoTime();
      loop.start(this, UpstreamCall.lateUntil(endsAt(), limits.maxNanos(), now) - now);
    } else {
      over();
      abort();
    }
  }

  /** Whether the upstream may have it and its caller waits for the answer. */
  boolean isAwaited() {
    return state == State.SENT;
  }

  /** Ends the exchange from outside: its caller does not want an answer any more. */
  void cancel() {
    if (state == State.UNSENT || state == State.SENT) {
      answer(new UpstreamAnswer.Cancelled());
      abort();
    }
  }

  private void notConnected(Throwable cause) {
    answer(
        cause instanceof ConnectionPoolTooBusyException
            ? new UpstreamAnswer.NotSent(
                ErrorCode.OVERLOADED, "has too many calls waiting for a connection", 1)
            : new UpstreamAnswer.NotSent(ErrorCode.CONNECT_FAILED, "cannot be reached", 1));
  }

  private void lost(Throwable cause) {
    closed = true;
    unknown("cut the connection before it answered");
  }

  private void tooLarge() {
    answer(new UpstreamAnswer.TooLarge(maxResponseBytes));
    abort();
  }

  private void unknown(String why) {
    answer(new UpstreamAnswer.OutcomeUnknown(ErrorCode.UPSTREAM_LOST, why));
  }

  private void answer(UpstreamAnswer answer) {
    end(new ExchangeEnd.Answered(answer, sessionId));
  }

  private void end(ExchangeEnd end) {
    if (state == State.OVER) {
      return;
    }
    boolean overdue = state == State.OVERDUE;
    boolean open = state != State.UNSENT && !closed;
    over();
    if (open) {
      loop.start(this, LINGER_NANOS);
    }
    if (!overdue) {
      promise.complete(end);
    } else if (end instanceof ExchangeEnd.Answered answered
        && !(answered.answer() instanceof UpstreamAnswer.OutcomeUnknown)) {
      listener.onLate(answered.answer());
    }
  }

  private void over() {
    state = State.OVER;
    loop.stop(this);
    listener.onOver();
  }

  /** Gives the connection up. */
  private void abort() {
    HttpClientRequest made = request;
    if (made != null && !closed) {
      closed = true;
      loop.stop(this);
      made.reset();
    }
  }
}
