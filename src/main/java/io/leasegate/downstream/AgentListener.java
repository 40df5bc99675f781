package io.leasegate.downstream;

import io.leasegate.core.time.NanoClock;
import io.leasegate.loop.Loop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.function.Consumer;

/** The agents' side on one event loop: an HTTP server and the loop's own things. */
final class AgentListener extends VerticleBase {

  private final McpEndpoint mcp;
  private final HttpServerOptions options;
  private final NanoClock clock;
  private final Consumer<HttpServer> onListening;
  private final Consumer<Loop> onLoop;

  AgentListener(
      McpEndpoint mcp,
      HttpServerOptions options,
      NanoClock clock,
      Consumer<HttpServer> onListening,
      Consumer<Loop> onLoop) {
    this.mcp = mcp;
    this.options = options;
    this.clock = clock;
    this.onListening = onListening;
    this.onLoop = onLoop;
  }

  @Override
  public Future<?> start() {
    Loop loop = new Loop(vertx, clock);
    onLoop.accept(loop);
    return vertx
        .createHttpServer(options)
        .requestHandler(request -> route(loop, request))
        .invalidRequestHandler(HttpServerRequest.DEFAULT_INVALID_REQUEST_HANDLER)
        .listen()
        .onSuccess(onListening::accept);
  }

  private void route(Loop loop, HttpServerRequest request) {
    String path = request.path();
    if (path != null
        && path.startsWith(McpEndpoint.PATH)
        && (path.length() == McpEndpoint.PATH.length()
            || path.charAt(McpEndpoint.PATH.length()) == '/')) {
      mcp.handle(loop, request);
    } else {
      request.response().setStatusCode(404).end();
    }
  }
}
