package io.leasegate.downstream;

import io.leasegate.config.ServerConfig;
import io.leasegate.core.policy.Policy;
import io.leasegate.core.time.NanoClock;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.loop.Loop;
import io.leasegate.management.ManagementTools;
import io.leasegate.pipeline.CallPipeline;
import io.leasegate.store.SessionStore;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.catalogue.Catalogue;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The agents' side as a whole: one listener on each event loop. */
public final class Downstream {

  /**
   * What the agents' side needs of the rest.
   *
   * @param authentication how it knows whom a request is from
   * @param ids unguessable ids for sessions
   * @param requestIds names of calls in logs
   * @param structuredNotices whether notices stand in {@code structuredContent} too
   * @param onLoop told of each event loop, on that loop, before it serves
   */
  public record Parts(
      Authentication authentication,
      SessionStore sessions,
      CallPipeline pipeline,
      ManagementTools management,
      Supplier<Policy> policy,
      Supplier<Catalogue> catalogue,
      Supplier<List<Upstream>> upstreams,
      Supplier<Set<String>> upstreamNames,
      Supplier<String> ids,
      Supplier<String> requestIds,
      boolean structuredNotices,
      NanoClock clock,
      String version,
      Consumer<Loop> onLoop) {}

  private final Vertx vertx;
  private final ServerConfig config;
  private final Parts parts;
  private final SessionStreams streams = new SessionStreams();
  private final AtomicInteger inFlight = new AtomicInteger();
  private final AtomicBoolean draining = new AtomicBoolean();

  public Downstream(Vertx vertx, ServerConfig config, Parts parts) {
    this.vertx = vertx;
    this.config = config;
    this.parts = parts;
  }

  /** Listens on that many event loops; gives the port. */
  public Future<Integer> start(int loops) {
    InFlightCalls calls = new InFlightCalls();
    parts.sessions().onCancel(calls::cancel);
    RpcScanner scanner = new RpcScanner(config.limits().maxJsonDepth());
    ServerRequests serverRequests = new ServerRequests(parts.sessions(), scanner, parts.ids());
    ToolCalls toolCalls =
        new ToolCalls(
            parts.catalogue(),
            parts.pipeline(),
            parts.management(),
            calls,
            serverRequests,
            parts.requestIds(),
            parts.structuredNotices());
    ToolLists toolLists = new ToolLists(parts.catalogue(), parts.management(), parts.policy());
    McpEndpoint mcp =
        new McpEndpoint(
            RequestGuard.of(config.agent().host(), config),
            parts.authentication(),
            scanner,
            new LegacyEra(
                parts.sessions(),
                toolCalls,
                toolLists,
                calls,
                serverRequests,
                streams,
                parts.catalogue(),
                parts.upstreams(),
                parts.ids(),
                parts.version()),
            new ModernEra(toolCalls, toolLists, parts.catalogue(), parts.version()),
            parts.upstreamNames(),
            config.limits().maxBody(),
            config.limits().maxInFlight(),
            inFlight,
            draining);
    HttpServerOptions options =
        new HttpServerOptions()
            .setHost(config.agent().host())
            // a negative port is any free one, the same for all loops
            .setPort(config.agent().port() == 0 ? -1 : config.agent().port())
            .setTcpNoDelay(true)
            .setMaxHeaderSize(16 * 1024)
            // no WebSockets are served: their handlers need not see every message
            .setPerFrameWebSocketCompressionSupported(false)
            .setPerMessageWebSocketCompressionSupported(false);
    AtomicInteger port = new AtomicInteger();
    return vertx
        .deployVerticle(
            () ->
                new AgentListener(
                    mcp,
                    options,
                    parts.clock(),
                    server -> port.set(server.actualPort()),
                    parts.onLoop()),
            new DeploymentOptions().setInstances(loops))
        .map(deployed -> port.get());
  }

  public SessionStreams streams() {
    return streams;
  }

  /** Takes no new calls; streams end. */
  public void drain() {
    draining.set(true);
    streams.closeAll();
  }

  /** Requests that are being answered. */
  public int inFlight() {
    return inFlight.get();
  }
}
