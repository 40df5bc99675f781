package io.leasegate.downstream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.Refusal;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcError;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.Splice;
import io.leasegate.loop.Loop;
import io.leasegate.management.ManagementTools;
import io.leasegate.pipeline.CallOutcome;
import io.leasegate.pipeline.CallPipeline;
import io.leasegate.pipeline.ToolCall;
import io.leasegate.store.StoreUnavailable;
import io.leasegate.upstream.CallListener;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.ClientCapabilities;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.ServerRequest;
import io.leasegate.upstream.catalogue.Catalogue;
import io.leasegate.upstream.catalogue.ToolRoute;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes {@code tools/call} of both eras to the pipeline and its outcome back. */
final class ToolCalls {

  private static final Logger LOG = LoggerFactory.getLogger(ToolCalls.class);
  private static final RpcError DEFECT =
      RpcError.of(RpcError.INTERNAL_ERROR, "Internal error: the gateway failed; nothing is known");

  private final Supplier<Catalogue> catalogue;
  private final CallPipeline pipeline;
  private final ManagementTools management;
  private final InFlightCalls inFlight;
  private final ServerRequests serverRequests;
  private final Supplier<String> requestIds;
  private final boolean structuredNotices;

  ToolCalls(
      Supplier<Catalogue> catalogue,
      CallPipeline pipeline,
      ManagementTools management,
      InFlightCalls inFlight,
      ServerRequests serverRequests,
      Supplier<String> requestIds,
      boolean structuredNotices) {
    this.catalogue = catalogue;
    this.pipeline = pipeline;
    this.management = management;
    this.inFlight = inFlight;
    this.serverRequests = serverRequests;
    this.requestIds = requestIds;
    this.structuredNotices = structuredNotices;
  }

  /**
   * Starts a call.
   *
   * @return how to tell that the client has gone
   */
  Cancellation call(Loop loop, Client client, RpcMessage request, Sink sink) {
    Cancellation cancellation = new Cancellation();
    String name = request.string(request.params(), "name");
    RpcError misuse = misuse(request, name);
    if (misuse == null && name != null && client.door() == null && management.has(name)) {
      manage(loop, client, name, request, sink);
      return cancellation;
    }
    ToolRoute route =
        misuse != null || name == null ? null : catalogue.get().find(client.door(), name);
    if (route == null) {
      sink.finish(200, unroutable(client, request, name, misuse));
      return cancellation;
    }
    ServerRequests.OfCall asks = asks(loop, client, sink);
    ToolCall call =
        new ToolCall(
            loop,
            client.identity(),
            requestIds.get(),
            route,
            request,
            client.door() != null,
            client.traceparent(),
            new Relay(client, request, sink, asks),
            cancellation);
    String session = client.sessionId();
    Runnable forget =
        session == null
            ? () -> {}
            : inFlight.add(
                session,
                request.idText(),
                loop,
                () -> {
                  cancellation.cancel();
                  if (asks != null) {
                    asks.agentGone("the agent has cancelled the call");
                  }
                });
    pipeline
        .handle(call)
        .onComplete(
            ended -> {
              forget.run();
              if (ended.failed()) {
                LOG.atError()
                    .setCause(ended.cause())
                    .addKeyValue("request", call.requestId())
                    .log("a call failed by a defect of the gateway");
                sink.finish(200, Answers.error(request.idText(), DEFECT));
              } else {
                deliver(client, route, request, ended.result(), sink);
              }
            });
    return cancellation;
  }

  /** What the call's client may be asked, or null where it can be asked nothing. */
  private ServerRequests.@Nullable OfCall asks(Loop loop, Client client, Sink sink) {
    String session = client.sessionId();
    if (session == null || client.capabilities().isNone()) {
      return null;
    }
    ServerRequests.OfCall asks = serverRequests.of(loop, client.identity(), session, sink);
    sink.onClientGone(() -> asks.agentGone("the agent's connection has ended"));
    return asks;
  }

  private Buffer unroutable(
      Client client, RpcMessage request, @Nullable String name, @Nullable RpcError misuse) {
    if (misuse != null || name == null) {
      return Answers.error(
          request.idText(), misuse != null ? misuse : RpcError.invalidParams("no name"));
    }
    Optional<String> unlisted = catalogue.get().mayBeAt(client.door(), name);
    return unlisted
        .map(upstream -> Answers.refused(request, notListedYet(upstream, name), client.isModern()))
        .orElseGet(
            () ->
                Answers.error(
                    request.idText(),
                    RpcError.of(
                        RpcError.INVALID_PARAMS, "Unknown tool: " + RpcError.excerpt(name))));
  }

  /** "Unknown tool" would be final; the upstream only has not said yet what it has. */
  private static Refusal notListedYet(String upstream, String name) {
    return Refusal.of(
            ErrorCode.CONNECT_FAILED,
            "the upstream " + upstream + " has not listed its tools yet",
            upstream + ":call:" + name,
            "Nothing was sent. Try the same call again in 2 s.")
        .retryAfter(2);
  }

  private static Refusal storeAway(String tool, StoreUnavailable away) {
    if (away.code() == ErrorCode.PARITY_MISMATCH) {
      return Refusal.of(
          ErrorCode.PARITY_MISMATCH,
          "the store is in another version than this gateway knows",
          tool,
          "Nothing was changed. Tell an operator: this gateway has to be replaced.");
    }
    return Refusal.of(
            ErrorCode.STORE_UNAVAILABLE,
            "the store is away",
            tool,
            "Call " + tool + " again in a second; what it asks for may have happened.")
        .retryAfter(1);
  }

  private void manage(Loop loop, Client client, String name, RpcMessage request, Sink sink) {
    management
        .call(loop, client.identity(), name, request)
        .onComplete(
            ended -> {
              if (ended.cause() instanceof StoreUnavailable away) {
                sink.finish(
                    200, Answers.refused(request, storeAway(name, away), client.isModern()));
              } else if (ended.failed()) {
                LOG.atError()
                    .setCause(ended.cause())
                    .addKeyValue("tool", name)
                    .log("a tool failed");
                sink.finish(200, Answers.error(request.idText(), DEFECT));
              } else {
                sink.finish(
                    200, Answers.result(request, ended.result().resultJson(client.isModern())));
              }
            });
  }

  private void deliver(
      Client client, ToolRoute route, RpcMessage request, CallOutcome outcome, Sink sink) {
    boolean modern = client.isModern();
    if (outcome instanceof CallOutcome.Answered answered) {
      boolean inStructure = structuredNotices && client.door() == null && route.noticeInStructure();
      sink.finish(
          200,
          Answers.relayed(
              answered.response(),
              request,
              modern,
              ResultAdditions.of(answered, client.door() != null, inStructure)));
    } else if (outcome instanceof CallOutcome.Refused refused) {
      sink.finish(200, Answers.refused(request, refused.refusal(), modern));
    } else if (outcome instanceof CallOutcome.Misused misused) {
      sink.finish(200, Answers.misuse(request, misused.what(), modern));
    } else {
      sink.finishWithoutAnswer();
    }
  }

  private static @Nullable RpcError misuse(RpcMessage request, @Nullable String name) {
    Members params = request.params();
    if (params == null || name == null) {
      return RpcError.invalidParams("params.name must be the name of a tool, a string");
    }
    int arguments = params.indexOf("arguments");
    if (arguments >= 0 && params.kind(arguments) != '{') {
      return RpcError.invalidParams("params.arguments must be an object");
    }
    int meta = params.indexOf("_meta");
    if (meta >= 0 && params.kind(meta) != '{') {
      return RpcError.invalidParams("params._meta must be an object");
    }
    Members members = request.meta();
    int token = members == null ? -1 : members.indexOf("progressToken");
    if (members != null && token >= 0 && "{[tfn".indexOf(members.kind(token)) >= 0) {
      return RpcError.invalidParams("params._meta.progressToken must be a string or a number");
    }
    return null;
  }

  /** Gives what the upstream says before its answer to the client, under the client's own token. */
  private static final class Relay implements CallListener {

    private final Client client;
    private final Sink sink;
    private final byte @Nullable [] token;
    private final ServerRequests.@Nullable OfCall asks;

    Relay(Client client, RpcMessage request, Sink sink, ServerRequests.@Nullable OfCall asks) {
      this.client = client;
      this.sink = sink;
      this.token = token(request);
      this.asks = asks;
    }

    private static byte @Nullable [] token(RpcMessage request) {
      Members meta = request.meta();
      int i = meta == null ? -1 : meta.indexOf("progressToken");
      return meta == null || i < 0
          ? null
          : request.text(meta.valueFrom(i), meta.valueTo(i)).getBytes(UTF_8);
    }

    @Override
    public void onProgress(RpcMessage notification) {
      Members params = notification.params();
      int i = params == null ? -1 : params.indexOf("progressToken");
      if (token != null && params != null && i >= 0) {
        sink.event(
            new Splice(notification)
                .replace(params.valueFrom(i), params.valueTo(i), token)
                .toBuffer());
      }
    }

    @Override
    public ClientCapabilities capabilities() {
      return client.capabilities();
    }

    @Override
    public void onRequest(ServerRequest request) {
      if (asks == null) {
        request.refuse(RpcError.methodNotFound(request.message().method()));
      } else {
        asks.ask(request);
      }
    }

    @Override
    public void onLog(RpcMessage notification) {
      String level = notification.string(notification.params(), "level");
      LogLevel least = client.logLevel();
      if (least != null
          && level != null
          && LogLevel.of(level).filter(it -> it.compareTo(least) >= 0).isPresent()) {
        sink.event(new Splice(notification).toBuffer());
      }
    }
  }
}
