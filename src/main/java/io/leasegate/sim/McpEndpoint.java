package io.leasegate.sim;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** MCP's Streamable HTTP transport with sessions. Bound to one event loop. */
final class McpEndpoint {

  static final int MAX_BODY = 20 * 1024 * 1024;

  private static final int MAX_SESSIONS = 10_000;
  private static final String VERSION_HEADER = "mcp-protocol-version";

  private final Vertx vertx;
  private final SimServer server;
  private final SessionTable sessions;

  McpEndpoint(Vertx vertx, SimServer server) {
    this.vertx = vertx;
    this.server = server;
    SecureRandom random = new SecureRandom();
    this.sessions = new SessionTable(MAX_SESSIONS, () -> newId(random), server::unlisten);
  }

  private static String newId(SecureRandom random) {
    byte[] bytes = new byte[16];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  void handle(HttpServerRequest request) {
    HttpMethod method = request.method();
    if (method.equals(HttpMethod.POST)) {
      post(request);
    } else if (method.equals(HttpMethod.GET)) {
      openStream(request);
    } else if (method.equals(HttpMethod.DELETE)) {
      endSession(request);
    } else {
      request.response().putHeader(HttpHeaders.ALLOW, "GET, POST, DELETE");
      JsonReply.refuse(request.response(), 405, JsonReply.BAD_REQUEST, "Method not allowed");
    }
  }

  private void post(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    if (!accepts(request, "application/json") || !accepts(request, EventStream.TYPE)) {
      String message = "Not Acceptable: accept application/json and text/event-stream";
      JsonReply.refuse(response, 406, JsonReply.BAD_REQUEST, message);
      return;
    }
    String type = request.getHeader(HttpHeaders.CONTENT_TYPE);
    if (type == null || !type.toLowerCase(Locale.ROOT).startsWith("application/json")) {
      String message = "Unsupported Media Type: send application/json";
      JsonReply.refuse(response, 415, JsonReply.BAD_REQUEST, message);
      return;
    }
    Buffer body = Buffer.buffer();
    request.handler(
        chunk -> {
          if (body.length() + chunk.length() <= MAX_BODY) {
            body.appendBuffer(chunk);
          } else if (!JsonReply.isGone(response)) {
            response.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
            JsonReply.refuse(response, 413, JsonReply.BAD_REQUEST, "Content Too Large");
          }
        });
    request.endHandler(
        end -> {
          if (!JsonReply.isGone(response)) {
            take(request, MessageReader.read(body.getBytes()));
          }
        });
  }

  private void take(HttpServerRequest request, SimMessage message) {
    if (message instanceof SimMessage.Invalid) {
      server.handle(message, Map.of(), new PostReply(request, 400));
    } else if (message instanceof SimMessage.Request asked && asked.method().equals("initialize")) {
      request.response().putHeader(SimServer.SESSION_HEADER, sessions.open());
      server.handle(message, Map.of(), new PostReply(request, 200));
    } else if (session(request) != null) {
      server.handle(message, headers(request), new PostReply(request, 200));
      if (!(message instanceof SimMessage.Request)) {
        JsonReply.empty(request.response(), 202);
      }
    }
  }

  private void openStream(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    if (!accepts(request, EventStream.TYPE)) {
      String message = "Not Acceptable: accept text/event-stream";
      JsonReply.refuse(response, 406, JsonReply.BAD_REQUEST, message);
      return;
    }
    String session = session(request);
    if (session == null) {
      return;
    }
    if (sessions.hasStream(session)) {
      String message = "Conflict: one stream per session";
      JsonReply.refuse(response, 409, JsonReply.BAD_REQUEST, message);
      return;
    }
    EventStream stream = EventStream.begin(response);
    SimPeer peer = new ListeningPeer(vertx.getOrCreateContext(), stream);
    sessions.streamOpened(session, peer);
    response.closeHandler(closed -> sessions.streamClosed(session, peer));
    server.listen(peer);
    stream.comment("open");
  }

  private void endSession(HttpServerRequest request) {
    String session = session(request);
    if (session != null) {
      sessions.close(session);
      JsonReply.empty(request.response(), 200);
    }
  }

  /** The session of a request that keeps the rules; otherwise it is answered, and there is none. */
  private @Nullable String session(HttpServerRequest request) {
    HttpServerResponse response = request.response();
    String session = request.getHeader(SimServer.SESSION_HEADER);
    String version = request.getHeader(VERSION_HEADER);
    if (session == null) {
      String message = "Bad Request: Mcp-Session-Id header is required";
      JsonReply.refuse(response, 400, JsonReply.BAD_REQUEST, message);
    } else if (!sessions.use(session)) {
      JsonReply.refuse(response, 404, JsonReply.NO_SESSION, "Session not found");
    } else if (version != null && !SimServer.VERSIONS.contains(version)) {
      String message =
          "Bad Request: Unsupported protocol version (supported: "
              + String.join(", ", SimServer.VERSIONS)
              + ")";
      JsonReply.refuse(response, 400, JsonReply.BAD_REQUEST, message);
    } else {
      return session;
    }
    return null;
  }

  private static boolean accepts(HttpServerRequest request, String type) {
    String range = type.substring(0, type.indexOf('/')) + "/*";
    for (String accept : request.headers().getAll(HttpHeaders.ACCEPT)) {
      String lower = accept.toLowerCase(Locale.ROOT);
      if (lower.contains(type) || lower.contains(range) || lower.contains("*/*")) {
        return true;
      }
    }
    return false;
  }

  private static Map<String, String> headers(HttpServerRequest request) {
    Map<String, String> headers = new HashMap<>();
    request
        .headers()
        .forEach(
            (name, value) ->
                headers.merge(name.toLowerCase(Locale.ROOT), value, (a, b) -> a + ", " + b));
    return headers;
  }
}
