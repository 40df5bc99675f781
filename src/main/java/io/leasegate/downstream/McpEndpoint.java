package io.leasegate.downstream;

import io.leasegate.core.call.Identity;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.loop.Loop;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.HttpVersion;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code /mcp} and {@code /mcp/<upstream>}: what HTTP says is checked here, then the era of the
 * message answers. One instance serves all loops; each request lives on its own.
 */
final class McpEndpoint {

  static final String PATH = "/mcp";

  /** RFC 9113, section 8.1: asks a client to stop sending a body whose answer it has. */
  private static final long NO_ERROR = 0;

  private static final Pattern MEDIA_TYPE =
      Pattern.compile("\\s*application/json\\s*(;.*)?", Pattern.CASE_INSENSITIVE);
  private static final long BODY_TIMEOUT_NANOS = 30_000_000_000L;
  private static final Logger LOG = LoggerFactory.getLogger(McpEndpoint.class);
  private static final RpcError DEFECT =
      RpcError.of(RpcError.INTERNAL_ERROR, "Internal error: the gateway failed");
  private static final RpcError FULL =
      RpcError.of(RpcError.INTERNAL_ERROR, "too many requests are in flight; try again");
  private static final RpcError DRAINING =
      RpcError.of(RpcError.INTERNAL_ERROR, "the gateway is shutting down; try another replica");

  private final RequestGuard guard;
  private final Authentication authentication;
  private final RpcScanner scanner;
  private final LegacyEra legacy;
  private final ModernEra modern;
  private final Supplier<Set<String>> upstreamNames;
  private final long maxBody;
  private final int maxInFlight;
  private final AtomicInteger inFlight;
  private final AtomicBoolean draining;

  McpEndpoint(
      RequestGuard guard,
      Authentication authentication,
      RpcScanner scanner,
      LegacyEra legacy,
      ModernEra modern,
      Supplier<Set<String>> upstreamNames,
      long maxBody,
      int maxInFlight,
      AtomicInteger inFlight,
      AtomicBoolean draining) {
    this.guard = guard;
    this.authentication = authentication;
    this.scanner = scanner;
    this.legacy = legacy;
    this.modern = modern;
    this.upstreamNames = upstreamNames;
    this.maxBody = maxBody;
    this.maxInFlight = maxInFlight;
    this.inFlight = inFlight;
    this.draining = draining;
  }

  void handle(Loop loop, HttpServerRequest request) {
    RequestGuard.Refused refused = guard.check(request);
    if (refused != null) {
      refuse(request, refused.status(), RpcError.invalidRequest(refused.why()));
      return;
    }
    Cors.allow(request);
    if (HttpMethod.OPTIONS.equals(request.method())) {
      // what a browser asks before the request: it never carries a credential
      request.response().setStatusCode(204).end();
      return;
    }
    Authentication.Caller caller = authentication.caller(request);
    if (caller instanceof Authentication.Caller.Known known) {
      serve(loop, known.identity(), request);
    } else {
      turnAway(request, caller);
    }
  }

  private static void turnAway(HttpServerRequest request, Authentication.Caller caller) {
    if (caller instanceof Authentication.Caller.Unauthenticated unknown) {
      request.response().putHeader("www-authenticate", unknown.challenge());
      refuse(request, 401, RpcError.invalidRequest(unknown.why()));
    } else if (caller instanceof Authentication.Caller.Forbidden forbidden) {
      refuse(request, 403, RpcError.invalidRequest(forbidden.why()));
    } else if (caller instanceof Authentication.Caller.Malformed malformed) {
      refuse(request, 400, RpcError.invalidRequest(malformed.why()));
    }
  }

  private void serve(Loop loop, Identity identity, HttpServerRequest request) {
    String path = request.path();
    String door = path.length() > PATH.length() ? path.substring(PATH.length() + 1) : null;
    if (door != null && !upstreamNames.get().contains(door)) {
      refuse(request, 404, RpcError.invalidRequest("there is no such upstream"));
      return;
    }
    PostHeaders headers = PostHeaders.of(request, door);
    switch (request.method().name()) {
      case "POST" -> post(loop, identity, headers, request);
      case "GET" -> get(loop, identity, headers, request);
      case "DELETE" -> delete(loop, identity, headers, request);
      default -> notAllowed(request);
    }
  }

  private void post(Loop loop, Identity identity, PostHeaders headers, HttpServerRequest request) {
    RequestGuard.Refused unacceptable = unacceptable(request);
    if (unacceptable != null) {
      refuse(request, unacceptable.status(), RpcError.invalidRequest(unacceptable.why()));
      return;
    }
    // counted before the look, or the last one in could be missed by a drain that begins now
    boolean full = inFlight.incrementAndGet() > maxInFlight;
    boolean drains = draining.get();
    if (full || (drains && headers.sessionId() == null)) {
      inFlight.decrementAndGet();
      request.response().putHeader("retry-after", "1");
      refuse(request, 503, drains ? DRAINING : FULL);
      return;
    }
    PostExchange exchange = new PostExchange(loop, request.response(), inFlight::decrementAndGet);
    new Body(
            loop,
            request,
            exchange,
            bytes -> answerAlways(loop, identity, headers, drains, bytes, exchange))
        .read();
  }

  /** A defect costs the request that met it its result, and nobody a place. */
  private void answerAlways(
      Loop loop,
      Identity identity,
      PostHeaders headers,
      boolean drains,
      byte[] bytes,
      PostExchange exchange) {
    try {
      answer(loop, identity, headers, drains, bytes, exchange);
    } catch (RuntimeException defect) {
      LOG.error("a request failed by a defect of the gateway", defect);
      exchange.finish(500, Answers.error(null, DEFECT));
    }
  }

  private void answer(
      Loop loop,
      Identity identity,
      PostHeaders headers,
      boolean drains,
      byte[] bytes,
      PostExchange exchange) {
    Scan scan = scanner.scan(bytes);
    if (drains && !isAboutRunningCalls(scan)) {
      exchange.header("retry-after", "1");
      exchange.finish(503, Answers.error(null, DRAINING));
    } else if (scan instanceof Scan.Bad bad) {
      int status = bad.error().code() == RpcError.INVALID_PARAMS ? 200 : 400;
      exchange.finish(status, Answers.error(bad.id(), bad.error()));
    } else if (ModernEra.serves(headers, scan)) {
      modern.post(loop, identity, headers, scan, exchange);
    } else {
      legacy.post(loop, identity, headers, scan, exchange);
    }
  }

  /** A call that may run to its end may need an answer of its agent for that. */
  private static boolean isAboutRunningCalls(Scan scan) {
    return scan instanceof Scan.One one && one.message().kind() != RpcMessage.Kind.REQUEST;
  }

  private static RequestGuard.@Nullable Refused unacceptable(HttpServerRequest request) {
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    // nearly every client says just this; the expression is for the others
    boolean json =
        "application/json".equals(type) || (type != null && MEDIA_TYPE.matcher(type).matches());
    if (!json) {
      return new RequestGuard.Refused(415, "Content-Type must be application/json");
    }
    return accepts(request)
        ? null
        : new RequestGuard.Refused(406, "Accept must list application/json and text/event-stream");
  }

  /** A client that says nothing takes everything (RFC 9110, section 12.5.1). */
  private static boolean accepts(HttpServerRequest request) {
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    if (accept == null || accept.contains("*/*")) {
      return true;
    }
    String lower = accept.toLowerCase(Locale.ROOT);
    return (lower.contains("application/json") || lower.contains("application/*"))
        && (lower.contains("text/event-stream") || lower.contains("text/*"));
  }

  private void get(Loop loop, Identity identity, PostHeaders headers, HttpServerRequest request) {
    String session = sessionFor(headers);
    String accept = request.getHeader(HttpHeaders.ACCEPT);
    if (session == null) {
      notAllowed(request);
    } else if (!LegacyEra.serves(headers.protocolVersion())) {
      refuse(request, 400, RpcError.invalidRequest("unknown MCP-Protocol-Version"));
    } else if (accept != null
        && !accept.contains("*/*")
        && !accept.toLowerCase(Locale.ROOT).contains("text/event-stream")) {
      refuse(request, 406, RpcError.invalidRequest("Accept must list text/event-stream"));
    } else if (draining.get()) {
      request.response().putHeader("retry-after", "1");
      refuse(request, 503, DRAINING);
    } else {
      legacy.stream(loop, identity, session, new StreamExchange(loop, request.response()));
    }
  }

  private void delete(
      Loop loop, Identity identity, PostHeaders headers, HttpServerRequest request) {
    String session = sessionFor(headers);
    if (session == null) {
      notAllowed(request);
    } else if (!LegacyEra.serves(headers.protocolVersion())) {
      refuse(request, 400, RpcError.invalidRequest("unknown MCP-Protocol-Version"));
    } else {
      legacy.delete(identity, session, new PostExchange(loop, request.response(), () -> {}));
    }
  }

  /** The session that a GET or DELETE is about; null where these methods do not exist. */
  private static @Nullable String sessionFor(PostHeaders headers) {
    return ModernEra.VERSION.equals(headers.protocolVersion()) ? null : headers.sessionId();
  }

  private static void notAllowed(HttpServerRequest request) {
    request.response().putHeader("allow", "POST");
    refuse(request, 405, RpcError.invalidRequest("this method needs an Mcp-Session-Id"));
  }

  private static void refuse(HttpServerRequest request, int status, RpcError error) {
    HttpServerResponse response = request.response();
    if (!response.ended() && !response.closed()) {
      response
          .setStatusCode(status)
          .putHeader("content-type", "application/json")
          .end(Answers.error(null, error));
    }
  }

  /** Gathers a body up to the limit; neither a slow nor an endless one holds anything for long. */
  private final class Body extends TimerWheel.Timer {

    private final Loop loop;
    private final HttpServerRequest request;
    private final PostExchange exchange;
    private final Consumer<byte[]> then;
    private @Nullable Buffer body;
    private boolean ended;

    Body(Loop loop, HttpServerRequest request, PostExchange exchange, Consumer<byte[]> then) {
      this.loop = loop;
      this.request = request;
      this.exchange = exchange;
      this.then = then;
    }

    void read() {
      String length = request.getHeader(HttpHeaders.CONTENT_LENGTH);
      if (length != null && length.length() > 18) {
        tooLarge();
        return;
      }
      if (length != null && Long.parseLong(length) > maxBody) {
        tooLarge();
        return;
      }
      if ("100-continue".equalsIgnoreCase(request.getHeader("expect"))) {
        request.response().writeContinue();
      }
      loop.start(this, BODY_TIMEOUT_NANOS);
      request.exceptionHandler(gone -> lost());
      request.handler(this::take);
      request.endHandler(
          end -> {
            if (!ended) {
              ended = true;
              loop.stop(this);
              then.accept(body == null ? new byte[0] : body.getBytes());
            }
          });
    }

    private void take(Buffer chunk) {
      if (ended) {
        return;
      }
      Buffer before = body;
      if (chunk.length() + (before == null ? 0L : before.length()) > maxBody) {
        tooLarge();
      } else {
        body = before == null ? chunk : before.appendBuffer(chunk);
      }
    }

    private void tooLarge() {
      cut(413, "the body is larger than " + maxBody + " bytes (limits.max_body)");
    }

    @Override
    protected void fire() {
      cut(408, "the body did not come in time");
    }

    /** Answers without reading on. */
    private void cut(int status, String why) {
      ended = true;
      loop.stop(this);
      Buffer message = Answers.error(null, RpcError.invalidRequest(why));
      if (request.version() == HttpVersion.HTTP_2) {
        // the other streams of the connection live on
        exchange.finish(status, message);
        request.response().reset(NO_ERROR);
      } else {
        exchange.header("connection", "close");
        exchange.finish(status, message);
        request.connection().close();
      }
    }

    private void lost() {
      if (!ended) {
        ended = true;
        loop.stop(this);
        exchange.abandon();
      }
    }
  }
}
