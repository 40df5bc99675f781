package io.leasegate.upstream.http;

import io.leasegate.core.time.TimerWheel;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.ServerRequest;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpMethod;
import org.jspecify.annotations.Nullable;

/**
 * The GET stream of an agent's session with an upstream, which asks here what it does not ask in
 * the answer to a call. Such a request is for the agent whose call runs, if there is one such call.
 * Kept open as long as the session. Bound to its loop, but for {@link #close}.
 */
final class AgentStream extends TimerWheel.Timer {

  private enum State {
    OPENING,
    OPEN,
    /** It ended, and is opened again at the timer. */
    PAUSED,
    /** The session has ended, or its upstream has no such stream. */
    CLOSED
  }

  /**
   * How long the first call waits for it: what is asked while there is no stream gets lost. A write
   * has 2 s for all that comes before it is sent.
   */
  private static final long PATIENCE_NANOS = 500_000_000L;

  /** An upstream that ends a stream sooner than this is not asked for another one at once. */
  private static final long SHORT_NANOS = 5_000_000_000L;

  private static final long PAUSE_NANOS = 1_000_000_000L;
  private static final long LONG_PAUSE_NANOS = 30_000_000_000L;

  private final Loop loop;
  private final HttpPeer peer;
  private final HttpSession session;
  private final RpcScanner scanner;
  private final ReplyQueue replies;
  private final Promise<Void> settled = Promise.promise();
  private State state = State.OPENING;
  private long openSince;
  private @Nullable HttpClientRequest request;
  private @Nullable HttpClientResponse events;

  AgentStream(Loop loop, HttpPeer peer, HttpSession session, RpcScanner scanner) {
    this.loop = loop;
    this.peer = peer;
    this.session = session;
    this.scanner = scanner;
    this.replies =
        new ReplyQueue(
            answer -> peer.reply(loop, session, answer), () -> read(false), () -> read(true));
  }

  /** Opens it; completes when it is open, or when there will be none soon. Never fails. */
  Future<Void> open() {
    loop.start(this, PATIENCE_NANOS);
    connect();
    return settled.future();
  }

  /** From every thread. */
  void close() {
    loop.run(
        () -> {
          state = State.CLOSED;
          settle();
          loop.stop(this);
          cut();
        });
  }

  private void settle() {
    settled.tryComplete();
  }

  private void cut() {
    HttpClientRequest made = request;
    request = null;
    events = null;
    if (made != null) {
      made.reset();
    }
  }

  @Override
  protected void fire() {
    settle();
    if (state == State.PAUSED) {
      connect();
    }
  }

  private void connect() {
    state = State.OPENING;
    peer.clientAside(loop)
        .request(peer.options(HttpMethod.GET, session))
        .compose(
            made -> {
              made.exceptionHandler(lost -> {});
              request = made;
              if (state == State.CLOSED) {
                cut();
                return Future.failedFuture("not wanted any more");
              }
              return made.send();
            })
        .onSuccess(this::listen)
        .onFailure(lost -> again(LONG_PAUSE_NANOS));
  }

  private void listen(HttpClientResponse response) {
    String type = response.getHeader("content-type");
    response.exceptionHandler(lost -> ended(response));
    if (state == State.CLOSED) {
      cut();
    } else if (response.statusCode() == 200
        && type != null
        && type.startsWith("text/event-stream")) {
      state = State.OPEN;
      events = response;
      openSince = loop.nanoTime();
      EventStreamParser parser =
          new EventStreamParser(
              peer.maxResponseBytes(),
              this::heard,
              () -> {
                cut();
                again(LONG_PAUSE_NANOS);
              });
      response.handler(parser::take);
      response.endHandler(end -> ended(response));
      settle();
    } else {
      cut();
      if (response.statusCode() >= 500) {
        again(LONG_PAUSE_NANOS);
      } else {
        state = State.CLOSED;
        settle();
      }
    }
  }

  private void ended(HttpClientResponse response) {
    if (events == response) {
      request = null;
      events = null;
      again(loop.nanoTime() - openSince < SHORT_NANOS ? LONG_PAUSE_NANOS : PAUSE_NANOS);
    }
  }

  private void again(long pauseNanos) {
    if (state != State.CLOSED) {
      state = State.PAUSED;
      loop.start(this, pauseNanos);
    }
    settle();
  }

  private void read(boolean on) {
    if (events != null && on) {
      events.resume();
    } else if (events != null) {
      events.pause();
    }
  }

  private void heard(byte[] event) {
    Scan scan = scanner.scan(event);
    if (scan instanceof Scan.Bad bad && bad.id() != null) {
      replies.send(ServerRequest.error(bad.id(), bad.error()));
    } else if (scan instanceof Scan.One one) {
      RpcMessage message = one.message();
      if (message.kind() == RpcMessage.Kind.REQUEST) {
        ask(message);
      } else if (message.method().equals("notifications/cancelled")) {
        session.calls().forEach(call -> call.loop().run(() -> call.askNoMore(message)));
      }
    }
  }

  private void ask(RpcMessage message) {
    CallRelay call = session.onlyCall();
    if (!session.capabilities().serve(message.method())) {
      replies.send(HttpPeer.answerWithoutAgent(message));
    } else if (call == null) {
      replies.send(
          ServerRequest.error(
              message.idText(),
              RpcError.of(
                  RpcError.INTERNAL_ERROR,
                  "this request names no call, and not exactly one call of the agent runs")));
    } else {
      call.loop().run(() -> call.ask(message, this::send));
    }
  }

  /** From every loop. */
  private void send(Buffer answer) {
    loop.run(() -> replies.send(answer));
  }
}
