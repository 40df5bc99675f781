package io.leasegate.upstream.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.jsonrpc.JsonStrings;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.ClientHandshake;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.leasegate.upstream.UpstreamProblem;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.PemTrustOptions;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The HTTP side of an upstream: requests, notifications and the handshake. Safe from every loop.
 */
final class HttpPeer {

  static final String SESSION_HEADER = "mcp-session-id";

  /**
   * Connections to one upstream and calls that wait for one, per loop. Of the connections at most
   * {@link UpstreamCall#MAX_LATE} are kept by calls that were given up for their time.
   */
  private static final int MAX_CONNECTIONS = 1024;

  private static final int MAX_WAITING = 10_000;
  private static final int CONNECT_TIMEOUT_MS = 5_000;

  /** A server may close an idle connection at any time; most keep it for longer than this. */
  private static final int KEEP_ALIVE_SECONDS = 15;

  private static final TimeLimits INTERNAL = TimeLimits.of(10_000_000_000L);
  private static final int NOTIFICATION_TIMEOUT_MS = 10_000;
  private static final long INITIALIZE_ID = 1;
  private static final ExchangeListener NOBODY = message -> {};

  private final HttpSettings settings;
  private final RpcScanner scanner;
  private final Set<Loop> loops = ConcurrentHashMap.newKeySet();
  private final OverdueCalls overdue = new OverdueCalls();

  /** The last request id of any session: an answer that strays from another is nobody's. */
  private final AtomicLong lastRequestId = new AtomicLong(INITIALIZE_ID);

  HttpPeer(HttpSettings settings, RpcScanner scanner) {
    this.settings = settings;
    this.scanner = scanner;
  }

  String name() {
    return settings.name();
  }

  /** The loop's own client: connections stay on the loop that uses them. */
  HttpClient client(Loop loop) {
    return loop.local(this, HttpClient.class, this::newClient);
  }

  private HttpClient newClient(Loop loop) {
    loops.add(loop);
    HttpClientOptions options =
        new HttpClientOptions()
            .setConnectTimeout(CONNECT_TIMEOUT_MS)
            .setKeepAlive(true)
            .setKeepAliveTimeout(KEEP_ALIVE_SECONDS)
            .setTcpNoDelay(true)
            .setSsl(settings.tls())
            .setVerifyHost(true);
    settings
        .ca()
        .ifPresent(ca -> options.setTrustOptions(new PemTrustOptions().addCertPath(ca.toString())));
    PoolOptions pool =
        new PoolOptions().setHttp1MaxSize(MAX_CONNECTIONS).setMaxWaitQueueSize(MAX_WAITING);
    return loop.vertx().createHttpClient(options, pool);
  }

  /** Closes the clients of all loops; what is still open is cut. */
  void closeClients() {
    for (Loop loop : loops) {
      loop.run(
          () -> {
            client(loop).close();
            loop.forget(this);
          });
    }
  }

  RequestOptions options(HttpMethod method, @Nullable HttpSession session) {
    RequestOptions options =
        new RequestOptions()
            .setMethod(method)
            .setHost(settings.url().getHost())
            .setPort(settings.port())
            .setURI(settings.requestUri())
            .putHeader("content-type", "application/json")
            .putHeader(
                "accept",
                method.equals(HttpMethod.POST)
                    ? "application/json, text/event-stream"
                    : "text/event-stream");
    settings.authorization().ifPresent(auth -> options.putHeader(auth.name(), auth.value()));
    if (session != null) {
      options.putHeader("mcp-protocol-version", session.facts().protocolVersion());
      if (session.id() != null) {
        options.putHeader(SESSION_HEADER, session.id());
      }
    }
    return options;
  }

  /** Sends a call under a fresh id of the session. */
  Future<ExchangeEnd> send(
      Loop loop,
      HttpSession session,
      HttpExchange exchange,
      Buffer body,
      Map<String, String> extra) {
    RequestOptions options = session.callOptions(it -> options(HttpMethod.POST, it));
    if (!extra.isEmpty()) {
      options = new RequestOptions(options);
      extra.forEach(options::putHeader);
    }
    return exchange.send(client(loop), options, body);
  }

  HttpExchange exchange(Loop loop, long id, TimeLimits limits, ExchangeListener listener) {
    return new HttpExchange(loop, scanner, settings.maxResponseBytes(), id, limits, listener);
  }

  /** The calls that still hold connections though they were given up. */
  OverdueCalls overdue() {
    return overdue;
  }

  /** Opens a session: initialize and initialized. Fails with {@link OpenFailure}. */
  Future<HttpSession> open(Loop loop) {
    String params = ClientHandshake.initializeParams(settings.gatewayVersion());
    return exchange(loop, INITIALIZE_ID, INTERNAL, NOBODY)
        .send(
            client(loop),
            options(HttpMethod.POST, null),
            requestBody(INITIALIZE_ID, "initialize", params))
        .compose(end -> opened(loop, end));
  }

  private Future<HttpSession> opened(Loop loop, ExchangeEnd end) {
    if (!(end instanceof ExchangeEnd.Answered answered)) {
      return Future.failedFuture(new OpenFailure("answered initialize with 404", null));
    }
    if (!(answered.answer() instanceof UpstreamAnswer.Response response)) {
      return Future.failedFuture(OpenFailure.of(answered.answer()));
    }
    return ClientHandshake.read(response.message())
        .map(facts -> new HttpSession(answered.sessionId(), facts, lastRequestId))
        .map(session -> notify(loop, session, ClientHandshake.initialized()).map(session))
        .orElseGet(
            () ->
                Future.failedFuture(
                    new OpenFailure("speaks no version that the gateway knows", null)));
  }

  /** Sends an internal request; fails with {@link UpstreamProblem}. */
  Future<RpcMessage> request(Loop loop, HttpSession session, String method, String params) {
    long id = session.nextRequestId();
    return exchange(loop, id, INTERNAL, NOBODY)
        .send(client(loop), options(HttpMethod.POST, session), requestBody(id, method, params))
        .compose(end -> resultOf(method, end));
  }

  private static Future<RpcMessage> resultOf(String method, ExchangeEnd end) {
    if (end instanceof ExchangeEnd.Answered answered
        && answered.answer() instanceof UpstreamAnswer.Response response
        && response.message().kind() == RpcMessage.Kind.RESULT) {
      return Future.succeededFuture(response.message());
    }
    return Future.failedFuture(new UpstreamProblem("gave no result for " + method));
  }

  /** Sends a notification or a response; whether it arrives is not waited for beyond its status. */
  Future<Void> notify(Loop loop, HttpSession session, byte[] message) {
    return client(loop)
        .request(options(HttpMethod.POST, session).setTimeout(NOTIFICATION_TIMEOUT_MS))
        .compose(request -> request.send(Buffer.buffer(message)))
        .compose(response -> response.body().<Void>mapEmpty())
        .recover(lost -> Future.succeededFuture());
  }

  /** Answers a request that the upstream makes of its client: only ping is served. */
  void answerRequest(Loop loop, HttpSession session, RpcMessage request) {
    String reply =
        request.method().equals("ping")
            ? "\"result\":{}"
            : "\"error\":{\"code\":"
                + RpcError.METHOD_NOT_FOUND
                + ",\"message\":"
                + new String(
                    JsonStrings.quote(RpcError.methodNotFound(request.method()).message()), UTF_8)
                + "}";
    String message = "{\"jsonrpc\":\"2.0\",\"id\":" + request.idText() + "," + reply + "}";
    notify(loop, session, message.getBytes(UTF_8));
  }

  void cancelRequest(Loop loop, HttpSession session, long id, String reason) {
    String message =
        "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":"
            + id
            + ",\"reason\":\""
            + reason
            + "\"}}";
    notify(loop, session, message.getBytes(UTF_8));
  }

  /** Tells the upstream that the session will not be used again. */
  void delete(Loop loop, HttpSession session) {
    if (session.id() != null) {
      client(loop)
          .request(options(HttpMethod.DELETE, session).setTimeout(CONNECT_TIMEOUT_MS))
          .compose(request -> request.send())
          .compose(response -> response.body());
    }
  }

  private static Buffer requestBody(long id, String method, String params) {
    return Buffer.buffer(
        "{\"jsonrpc\":\"2.0\",\"id\":"
            + id
            + ",\"method\":\""
            + method
            + "\",\"params\":"
            + params
            + "}");
  }
}
