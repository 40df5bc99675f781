package io.leasegate.upstream.http;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.UpstreamAnswer;
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
 */
final class HttpExchange extends TimerWheel.Timer {

  /** Hears the messages that come before the answer. */
  interface Listener {
    void onMessage(RpcMessage message);
  }

  /** How long an event stream may stay open behind its answer before the connection is given up. */
  private static final long LINGER_NANOS = 2_000_000_000L;

  private final Loop loop;
  private final RpcScanner scanner;
  private final long maxResponseBytes;
  private final String id;
  private final long idleNanos;
  private final long giveUpAt;
  private final Listener listener;
  private final Promise<ExchangeEnd> promise;
  private @Nullable HttpClientRequest request;
  private @Nullable String sessionId;
  private @Nullable Buffer body;
  private boolean sent;
  private boolean done;
  private boolean closed;

  HttpExchange(
      Loop loop,
      RpcScanner scanner,
      long maxResponseBytes,
      long id,
      long idleNanos,
      long maxNanos,
      Listener listener) {
    this.loop = loop;
    this.scanner = scanner;
    this.maxResponseBytes = maxResponseBytes;
    this.id = Long.toString(id);
    this.idleNanos = idleNanos;
    this.giveUpAt = loop.nanoTime() + maxNanos;
    this.listener = listener;
    this.promise = Promise.promise();
  }

  /** Sends it. The future is completed on the loop, never failed. */
  Future<ExchangeEnd> send(HttpClient client, RequestOptions options, Buffer payload) {
    loop.start(this, Math.min(idleNanos, giveUpAt - loop.nanoTime()));
    client
        .request(options)
        .onComplete(
            made -> {
              if (made.failed()) {
                notSent(made.cause());
              } else {
                write(made.result(), payload);
              }
            });
    return promise.future();
  }

  private void write(HttpClientRequest made, Buffer payload) {
    if (done) {
      // the call ended while it waited for a connection
      made.exceptionHandler(gone -> {});
      made.reset();
      return;
    }
    request = made;
    sent = true;
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
    if (done) {
      abort();
      return;
    }
    sessionId = response.getHeader("mcp-session-id");
    response.exceptionHandler(this::lost);
    int status = response.statusCode();
    String type = response.getHeader(HttpHeaders.CONTENT_TYPE);
    if (status == 200
        && type != null
        && type.toLowerCase(Locale.ROOT).startsWith("text/event-stream")) {
      readEvents(response);
    } else {
      readBody(response, status);
    }
  }

  private void readEvents(HttpClientResponse response) {
    EventStreamParser parser =
        new EventStreamParser(maxResponseBytes, this::takeEvent, this::tooLarge);
    response.handler(parser::take);
    response.endHandler(
        ended -> {
          closed = true;
          loop.stop(this);
          unknown("closed its event stream without an answer");
        });
  }

  private void takeEvent(byte[] event) {
    if (done || !(scanner.scan(event) instanceof Scan.One one)) {
      return;
    }
    RpcMessage message = one.message();
    if (message.method().isEmpty()) {
      takeResponse(message);
    } else {
      listener.onMessage(message);
    }
  }

  /** The upstream gave a sign of life for this call: the idle time starts again. */
  void touch() {
    if (!done) {
      loop.start(this, Math.min(idleNanos, giveUpAt - loop.nanoTime()));
    }
  }

  private void readBody(HttpClientResponse response, int status) {
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
          takeBody(status, bytes, response.getHeader(HttpHeaders.RETRY_AFTER));
        });
  }

  private void takeBody(int status, byte[] bytes, @Nullable String retryAfter) {
    if (done) {
      return;
    }
    RpcMessage message = scanner.scan(bytes) instanceof Scan.One one ? one.message() : null;
    switch (status) {
      case 401, 403 ->
          rejected(ErrorCode.UPSTREAM_UNAUTHORIZED, "refused the gateway's credentials", 0);
      case 429 -> rejected(ErrorCode.UPSTREAM_BUSY, "asked for fewer calls", seconds(retryAfter));
      default -> {
        boolean ownAnswer = message != null && isOurs(message) && !namesSession(message);
        if ((status == 404 && !ownAnswer) || (status == 400 && namesSession(message))) {
          end(new ExchangeEnd.SessionGone());
        } else if (status == 200 && message == null) {
          unknown("answered with something that is no JSON-RPC message");
        } else if (message != null && status < 500) {
          takeOnly(message);
        } else {
          unknown("answered HTTP " + status);
        }
      }
    }
  }

  private static boolean namesSession(@Nullable RpcMessage message) {
    String text = message == null ? null : message.string(message.error(), "message");
    String lower = text == null ? "" : text.toLowerCase(Locale.ROOT);
    return lower.contains("session") || lower.contains("not initialized");
  }

  private static int seconds(@Nullable String retryAfter) {
    try {
      return retryAfter == null
          ? 1
          : Math.max(1, Math.min(3600, Integer.parseInt(retryAfter.trim())));
    } catch (NumberFormatException e) {
      return 1; // a date, or nonsense: the caller only needs a hint
    }
  }

  private boolean isOurs(RpcMessage message) {
    return message.hasId() && message.idText().equals(id);
  }

  /** Takes a message that is all of the answer: an error without an id can only mean this call. */
  private void takeOnly(RpcMessage message) {
    if (message.kind() == RpcMessage.Kind.ERROR && !message.hasId()) {
      answer(new UpstreamAnswer.Response(message));
    } else {
      takeResponse(message);
    }
  }

  private void takeResponse(RpcMessage message) {
    if (isOurs(message)) {
      answer(new UpstreamAnswer.Response(message));
    } else {
      unknown("answered under an id that was never sent");
    }
  }

  @Override
  protected void fire() {
    if (done) {
      abort(); // an event stream that did not end behind its answer
    } else if (sent) {
      answer(
          new UpstreamAnswer.OutcomeUnknown(ErrorCode.UPSTREAM_TIMEOUT, "did not answer in time"));
      abort();
    } else {
      answer(new UpstreamAnswer.NotSent(ErrorCode.CONNECT_FAILED, "gave no connection in time", 1));
    }
  }

  /** Ends the exchange from outside: its caller does not want an answer any more. */
  void cancel() {
    if (!done) {
      answer(new UpstreamAnswer.Cancelled());
      abort();
    }
  }

  private void notSent(Throwable cause) {
    if (done) {
      return;
    }
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
    if (!done) {
      answer(new UpstreamAnswer.TooLarge(maxResponseBytes));
      abort();
    }
  }

  private void rejected(ErrorCode code, String why, int retryAfterS) {
    answer(new UpstreamAnswer.Rejected(code, why, retryAfterS));
  }

  private void unknown(String why) {
    if (!done) {
      answer(new UpstreamAnswer.OutcomeUnknown(ErrorCode.UPSTREAM_LOST, why));
    }
  }

  private void answer(UpstreamAnswer answer) {
    end(new ExchangeEnd.Answered(answer, sessionId));
  }

  private void end(ExchangeEnd end) {
    if (done) {
      return;
    }
    done = true;
    loop.stop(this);
    if (sent && !closed) {
      loop.start(this, LINGER_NANOS);
    }
    promise.complete(end);
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
