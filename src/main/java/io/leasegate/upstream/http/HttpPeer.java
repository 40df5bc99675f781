package io.leasegate.upstream.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.ClientCapabilities;
import io.leasegate.upstream.ClientHandshake;
import io.leasegate.upstream.ServerRequest;
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

  /** Answers to requests of the upstream that are sent at once; what is more waits. */
  private static final int REPLY_CONNECTIONS = 64;

  /** A server may close an idle connection at any time; most keep it for longer than this. */
  private static final int KEEP_ALIVE_SECONDS = 15;

  private static final TimeLimits INTERNAL = TimeLimits.of(10_000_000_000L);
  private static final int NOTIFICATION_TIMEOUT_MS = 10_000;
  private static final long INITIALIZE_ID = 1;
  private static final ExchangeListener NOBODY = message -> {};

  private final HttpSettings settings;
  private final RpcScanner scanner;
  private final Set<Loop> loops = ConcurrentHashMap.newKeySet();

  /** Names the loops' clients for what must not wait for the connections that calls hold. */
  private final Object aside = new Object();

  private volatile boolean closed;

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
    return loop.local(this, HttpClient.class, it -> newClient(it, MAX_CONNECTIONS));
  }

  /** The loop's client for GET streams of agents' sessions, and for answers to the upstream. */
  HttpClient clientAside(Loop loop) {
    return loop.local(
        aside, HttpClient.class, it -> newClient(it, settings.maxSessions() + REPLY_CONNECTIONS));
  }

  private HttpClient newClient(Loop loop, int mostConnections) {
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
        new PoolOptions().setHttp1MaxSize(mostConnections).setMaxWaitQueueSize(MAX_WAITING);
    return loop.vertx().createHttpClient(options, pool);
  }

  /** Closes the clients of all loops; what is still open is cut. */
  void closeClients() {
    closed = true;
    for (Loop loop : loops) {
      loop.run(
          () -> {
            client(loop).close();
            loop.forget(this);
            clientAside(loop).close();
            loop.forget(aside);
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

  long maxResponseBytes() {
    return settings.maxResponseBytes();
  }

  /** The calls that still hold connections though they were given up. */
  OverdueCalls overdue() {
    return overdue;
  }

  /**
   * Opens a session: initialize and initialized. Fails with {@link OpenFailure}.
   *
   * @param capabilities what the upstream is told of its client
   */
  Future<HttpSession> open(Loop loop, ClientCapabilities capabilities) {
    String params = ClientHandshake.initializeParams(settings.gatewayVersion(), capabilities);
    return exchange(loop, INITIALIZE_ID, INTERNAL, NOBODY)
        .send(
            client(loop),
            options(HttpMethod.POST, null),
            requestBody(INITIALIZE_ID, "initialize", params))
        .compose(end -> opened(loop, capabilities, end));
  }

  private Future<HttpSession> opened(Loop loop, ClientCapabilities capabilities, ExchangeEnd end) {
    if (!(end instanceof ExchangeEnd.Answered answered)) {
      return Future.failedFuture(new OpenFailure("answered initialize with 404", null));
    }
    if (!(answered.answer() instanceof UpstreamAnswer.Response response)) {
      return Future.failedFuture(OpenFailure.of(answered.answer()));
    }
    return ClientHandshake.read(response.message())
        .map(facts -> new HttpSession(answered.sessionId(), capabilities, facts, lastRequestId))
        .map(session -> notify(loop, session, ClientHandshake.initialized()).map(session))
        .orElseGet(
            () ->
                Future.failedFuture(
                    new OpenFailure("speaks no version that the gateway knows", null)));
  }

  /**
   * Listens to a session that serves calls: an upstream that may ask its client does so on the
   * session's GET stream, too.
   */
  Future<HttpSession> listen(Loop loop, HttpSession session) {
    if (session.id() == null || session.capabilities().isNone()) {
      return Future.succeededFuture(session);
    }
    AgentStream stream = new AgentStream(loop, this, session, scanner);
    session.listens(stream);
    return stream.open().map(session);
  }

  /** Sends an internal request; fails with {@link UpstreamProblem}. */
  Future<RpcMessage> request(Loop loop, HttpSession session, String method, String params) {
    long id = session.nextRequestId();
    return exchange(loop, id, INTERNAL, message -> refuse(loop, session, message))
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

  /** Sends a notification; whether it arrives is not waited for beyond its status. */
  Future<Void> notify(Loop loop, HttpSession session, byte[] message) {
    return post(client(loop), session, Buffer.buffer(message));
  }

  /** Sends an answer to a request of the upstream. */
  Future<Void> reply(Loop loop, HttpSession session, Buffer answer) {
    return closed ? Future.succeededFuture() : post(clientAside(loop), session, answer);
  }

  private Future<Void> post(HttpClient client, HttpSession session, Buffer message) {
    return client
        .request(options(HttpMethod.POST, session).setTimeout(NOTIFICATION_TIMEOUT_MS))
        .compose(request -> request.send(message))
        .compose(response -> response.body().<Void>mapEmpty())
        .recover(lost -> Future.succeededFuture());
  }

  /** Answers a request on a session whose client can be asked nothing. */
  private void refuse(Loop loop, HttpSession session, RpcMessage message) {
    if (message.kind() == RpcMessage.Kind.REQUEST) {
      reply(loop, session, answerWithoutAgent(message));
    }
  }

  /** The answer to a request of the upstream that no agent is asked: only ping is served. */
  static Buffer answerWithoutAgent(RpcMessage request) {
    return request.method().equals("ping")
        ? Buffer.buffer("{\"jsonrpc\":\"2.0\",\"id\":" + request.idText() + ",\"result\":{}}")
        : ServerRequest.error(request.idText(), RpcError.methodNotFound(request.method()));
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
