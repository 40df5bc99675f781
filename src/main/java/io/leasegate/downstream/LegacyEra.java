package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.call.Identity;
import io.leasegate.jsonrpc.JsonStrings;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.loop.Loop;
import io.leasegate.store.SessionRecord;
import io.leasegate.store.SessionStore;
import io.leasegate.upstream.ClientCapabilities;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.catalogue.Catalogue;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The initialize era: MCP 2025-03-26, 2025-06-18 and 2025-11-25, with sessions. 2024-11-05 is taken
 * as 2025-03-26. Everything that only this era has is here. Safe from every loop.
 */
final class LegacyEra {

  private static final Logger LOG = LoggerFactory.getLogger(LegacyEra.class);

  static final String BATCHING = "2025-03-26";

  private static final String NEWEST = "2025-11-25";
  private static final Set<String> VERSIONS = Set.of(BATCHING, "2025-06-18", NEWEST);
  private static final String OLDEST_ACCEPTED = "2024-11-05";
  private static final String CAPABILITIES = "{\"tools\":{\"listChanged\":true},\"logging\":{}}";
  private static final RpcError NO_SESSION =
      RpcError.of(RpcError.SESSION_NOT_FOUND, "Session not found");

  private final SessionStore sessions;
  private final ToolCalls toolCalls;
  private final ToolLists toolLists;
  private final InFlightCalls inFlight;
  private final ServerRequests serverRequests;
  private final SessionStreams streams;
  private final Supplier<Catalogue> catalogue;
  private final Supplier<List<Upstream>> upstreams;
  private final Supplier<String> sessionIds;
  private final String gatewayVersion;

  LegacyEra(
      SessionStore sessions,
      ToolCalls toolCalls,
      ToolLists toolLists,
      InFlightCalls inFlight,
      ServerRequests serverRequests,
      SessionStreams streams,
      Supplier<Catalogue> catalogue,
      Supplier<List<Upstream>> upstreams,
      Supplier<String> sessionIds,
      String gatewayVersion) {
    this.sessions = sessions;
    this.toolCalls = toolCalls;
    this.toolLists = toolLists;
    this.inFlight = inFlight;
    this.serverRequests = serverRequests;
    this.streams = streams;
    this.catalogue = catalogue;
    this.upstreams = upstreams;
    this.sessionIds = sessionIds;
    this.gatewayVersion = gatewayVersion;
  }

  /** Whether that value of {@code MCP-Protocol-Version} is of this era. */
  static boolean serves(@Nullable String version) {
    return version == null || VERSIONS.contains(version) || version.equals(OLDEST_ACCEPTED);
  }

  /** Answers a POSTed body. */
  void post(Loop loop, Identity identity, PostHeaders headers, Scan scan, PostExchange exchange) {
    if (!serves(headers.protocolVersion())) {
      exchange.finish(
          400,
          Answers.error(
              scan instanceof Scan.One one && one.message().hasId() ? one.message().idText() : null,
              RpcError.invalidRequest(
                  "MCP-Protocol-Version must be one of " + String.join(", ", VERSIONS))));
      return;
    }
    if (scan instanceof Scan.One one && one.message().method().equals("initialize")) {
      if (one.message().hasId()) {
        initialize(identity, headers.door(), one.message(), exchange);
      } else {
        exchange.finish(
            400, Answers.error(null, RpcError.invalidRequest("initialize must have an id")));
      }
      return;
    }
    String id = headers.sessionId();
    if (id == null) {
      exchange.finish(
          400,
          Answers.error(
              idOf(scan),
              RpcError.invalidRequest("Mcp-Session-Id is missing; send initialize first")));
      return;
    }
    exchange.expectAnswer();
    sessions
        .find(id, identity)
        .onComplete(
            found -> {
              if (found.failed()) {
                exchange.finish(503, Answers.error(idOf(scan), storeAway()));
              } else if (found.result().isEmpty()) {
                exchange.finish(404, Answers.error(idOf(scan), NO_SESSION));
              } else {
                inSession(loop, found.result().get(), headers, scan, exchange);
              }
            });
  }

  private static RpcError storeAway() {
    return RpcError.of(RpcError.INTERNAL_ERROR, "the session store is away; try again");
  }

  private static @Nullable String idOf(Scan scan) {
    return scan instanceof Scan.One one && one.message().hasId() ? one.message().idText() : null;
  }

  private void inSession(
      Loop loop, SessionRecord session, PostHeaders headers, Scan scan, PostExchange exchange) {
    if (scan instanceof Scan.One one) {
      message(loop, session, headers, one.message(), exchange);
    } else if (scan instanceof Scan.Batch batch && session.protocolVersion().equals(BATCHING)) {
      batch(loop, session, headers, batch, exchange);
    } else {
      exchange.finish(
          400,
          Answers.error(
              null, RpcError.invalidRequest("batches exist in " + BATCHING + " sessions only")));
    }
  }

  private void batch(
      Loop loop,
      SessionRecord session,
      PostHeaders headers,
      Scan.Batch batch,
      PostExchange exchange) {
    if (batch.elements().isEmpty()) {
      exchange.finish(400, Answers.error(null, RpcError.invalidRequest("the batch is empty")));
      return;
    }
    BatchSink sink = new BatchSink(exchange, batch.elements().size());
    for (Scan element : batch.elements()) {
      if (element instanceof Scan.One one) {
        message(loop, session, headers, one.message(), sink.element());
      } else if (element instanceof Scan.Bad bad) {
        sink.element().finish(400, Answers.error(bad.id(), bad.error()));
      }
    }
  }

  private void message(
      Loop loop, SessionRecord session, PostHeaders headers, RpcMessage message, Sink sink) {
    switch (message.kind()) {
      case REQUEST -> request(loop, session, headers, message, sink);
      case NOTIFICATION -> {
        if (message.method().equals("notifications/cancelled")) {
          cancel(session, message);
        }
        accepted(sink);
      }
      case RESULT, ERROR ->
          serverRequests
              .answer(session, message)
              .onSuccess(taken -> accepted(sink))
              .onFailure(away -> sink.finish(503, Answers.error(null, storeAway())));
    }
  }

  private static void accepted(Sink sink) {
    if (sink instanceof PostExchange exchange) {
      exchange.finish(202);
    } else {
      sink.finishWithoutAnswer();
    }
  }

  private void cancel(SessionRecord session, RpcMessage message) {
    Members params = message.params();
    int i = params == null ? -1 : params.indexOf("requestId");
    if (params != null && i >= 0) {
      String id = message.text(params.valueFrom(i), params.valueTo(i));
      if (!inFlight.cancel(session.id(), id)) {
        sessions
            .cancel(session, id)
            .onFailure(away -> LOG.debug("nobody could be told of a cancellation", away));
      }
    }
  }

  private void request(
      Loop loop, SessionRecord session, PostHeaders headers, RpcMessage request, Sink sink) {
    Client client =
        new Client(
            session.identity(),
            headers.door(),
            session.id(),
            capabilities(session, sink),
            logLevel(session),
            headers.traceparent());
    switch (request.method()) {
      case "ping" -> sink.finish(200, Answers.result(request, "{}"));
      case "tools/list" -> {
        ToolLists.Page page = toolLists.page(client, request);
        sink.finish(200, Answers.of(request, page));
      }
      case "tools/call" -> toolCalls.call(loop, client, request, sink);
      case "logging/setLevel" -> setLevel(session, request, sink);
      default ->
          sink.finish(
              200, Answers.error(request.idText(), RpcError.methodNotFound(request.method())));
    }
  }

  /** What comes in a batch is answered all together: nothing can be asked before. */
  private static ClientCapabilities capabilities(SessionRecord session, Sink sink) {
    return sink instanceof PostExchange
        ? ClientCapabilities.read(session.clientCapabilities())
        : ClientCapabilities.NONE;
  }

  private static LogLevel logLevel(SessionRecord session) {
    return session.logLevel().flatMap(LogLevel::of).orElse(LogLevel.INFO);
  }

  private void setLevel(SessionRecord session, RpcMessage request, Sink sink) {
    String wanted = request.string(request.params(), "level");
    Optional<LogLevel> level = wanted == null ? Optional.empty() : LogLevel.of(wanted);
    if (level.isEmpty()) {
      sink.finish(
          200,
          Answers.error(
              request.idText(),
              RpcError.invalidParams(
                  "level must be debug, info, notice, warning, error, critical,"
                      + " alert or emergency")));
      return;
    }
    Future<Boolean> kept =
        sessions.setLogLevel(session.id(), session.identity(), level.get().wireName());
    kept.onComplete(
        done -> {
          if (done.failed()) {
            sink.finish(200, Answers.error(request.idText(), storeAway()));
            return;
          }
          streams.level(session.id(), level.get());
          upstreams.get().forEach(upstream -> upstream.logLevel(session.identity(), level.get()));
          sink.finish(200, Answers.result(request, "{}"));
        });
  }

  private void initialize(
      Identity identity, @Nullable String door, RpcMessage request, PostExchange exchange) {
    String wanted = request.string(request.params(), "protocolVersion");
    if (wanted == null) {
      exchange.finish(
          200,
          Answers.error(
              request.idText(), RpcError.invalidParams("protocolVersion must be a string")));
      return;
    }
    String version =
        VERSIONS.contains(wanted) ? wanted : wanted.equals(OLDEST_ACCEPTED) ? BATCHING : NEWEST;
    SessionRecord session =
        new SessionRecord(
            sessionIds.get(), identity, version, capabilities(request), Optional.empty());
    sessions
        .open(session)
        .onComplete(
            opened -> {
              if (opened.failed() || !opened.result()) {
                exchange.header("retry-after", "5");
                exchange.finish(
                    503,
                    Answers.error(
                        request.idText(),
                        opened.failed()
                            ? storeAway()
                            : RpcError.of(
                                RpcError.INTERNAL_ERROR,
                                "as many sessions are open as limits.max_sessions allows")));
                return;
              }
              exchange.header("mcp-session-id", session.id());
              exchange.finish(200, Answers.result(request, initializeResult(version, door)));
            });
  }

  private static String capabilities(RpcMessage request) {
    Members params = request.params();
    int i = params == null ? -1 : params.indexOf("capabilities");
    return params == null || i < 0 || params.kind(i) != '{'
        ? "{}"
        : ClientCapabilities.read(request.text(params.valueFrom(i), params.valueTo(i))).json();
  }

  private String initializeResult(String version, @Nullable String door) {
    return "{\"protocolVersion\":\""
        + version
        + "\",\"capabilities\":"
        + CAPABILITIES
        + ",\"serverInfo\":"
        + ServerInfo.json(gatewayVersion)
        + ",\"instructions\":"
        + new String(JsonStrings.quote(Instructions.of(catalogue.get(), door)), UTF_8)
        + "}";
  }

  /** Opens the session's stream for what is told without a request. */
  void stream(Loop loop, Identity identity, String sessionId, StreamExchange exchange) {
    sessions
        .find(sessionId, identity)
        .onComplete(
            found -> {
              if (found.failed()) {
                exchange.refuse(503, Answers.error(null, storeAway()));
              } else if (found.result().isEmpty()) {
                exchange.refuse(404, Answers.error(null, NO_SESSION));
              } else {
                SessionRecord session = found.result().get();
                streams.open(
                    loop,
                    session,
                    logLevel(session),
                    exchange,
                    () -> use(sessionId, identity, exchange));
              }
            });
  }

  /** Listening is using: a session does not end under its open stream, nor the other way round. */
  private void use(String sessionId, Identity identity, StreamExchange exchange) {
    sessions
        .find(sessionId, identity)
        .onSuccess(
            found -> {
              if (found.isEmpty()) {
                exchange.end();
              }
            });
  }

  /** Ends a session. */
  void delete(Identity identity, String sessionId, PostExchange exchange) {
    sessions
        .close(sessionId, identity)
        .onComplete(
            closed -> {
              if (closed.failed()) {
                exchange.finish(503, Answers.error(null, storeAway()));
              } else if (!closed.result()) {
                exchange.finish(404, Answers.error(null, NO_SESSION));
              } else {
                streams.close(sessionId);
                serverRequests.endSession(sessionId);
                exchange.finish(204);
              }
            });
  }
}
