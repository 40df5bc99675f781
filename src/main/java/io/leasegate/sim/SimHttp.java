package io.leasegate.sim;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The HTTP face of the simulated upstream: {@code /mcp}, and for whoever runs a test {@code POST
 * /reset} (sets the counters back) and {@code POST /tools?further=N} (changes the number of further
 * tools and notifies the open streams). Served by one event loop.
 */
public final class SimHttp {

  private static final Logger LOG = LoggerFactory.getLogger(SimHttp.class);
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  private final SimServer server;
  private final McpEndpoint mcp;
  private final HttpServer http;
  private String host = "";

  public SimHttp(Vertx vertx, SimServer server) {
    this.server = server;
    this.mcp = new McpEndpoint(vertx, server);
    this.http =
        vertx
            .createHttpServer(new HttpServerOptions().setHandle100ContinueAutomatically(true))
            .requestHandler(this::handle)
            .exceptionHandler(lost -> LOG.debug("connection lost: {}", lost.toString()));
  }

  /**
   * Starts to listen. Fails with {@link java.net.BindException} when the port is taken.
   *
   * @param port 0 to 65535; 0 takes any free one
   */
  public Future<SimHttp> start(String host, int port) {
    this.host = host;
    return http.listen(port, host).map(this);
  }

  /** The port that is listened on. */
  public int port() {
    return http.actualPort();
  }

  /** The address of the MCP endpoint; a wildcard host reads as loopback. */
  public String url() {
    String name = host.equals("0.0.0.0") ? "127.0.0.1" : host.equals("::") ? "::1" : host;
    return "http://" + (name.contains(":") ? "[" + name + "]" : name) + ":" + port() + "/mcp";
  }

  /** Closes the listener and every connection. */
  public Future<Void> stop() {
    return http.close();
  }

  private void handle(HttpServerRequest request) {
    request.exceptionHandler(lost -> LOG.debug("request lost: {}", lost.toString()));
    request.response().exceptionHandler(lost -> LOG.debug("response lost: {}", lost.toString()));
    if (!isAllowed(request.getHeader("origin"))) {
      JsonReply.refuse(request.response(), 403, JsonReply.BAD_REQUEST, "Origin not allowed");
      return;
    }
    @Nullable String path = request.path();
    if ("/mcp".equals(path)) {
      mcp.handle(request);
    } else if ("/reset".equals(path) && request.method().equals(HttpMethod.POST)) {
      server.reset();
      JsonReply.empty(request.response(), 204);
    } else if ("/tools".equals(path) && request.method().equals(HttpMethod.POST)) {
      changeTools(request);
    } else {
      JsonReply.refuse(request.response(), 404, JsonReply.BAD_REQUEST, "Not found");
    }
  }

  private void changeTools(HttpServerRequest request) {
    @Nullable String further = request.getParam("further");
    if (further == null || !further.matches("[0-9]{1,5}")) {
      String message = "Bad Request: further must be 0 to " + SimOptions.MAX_TOOLS;
      JsonReply.refuse(request.response(), 400, JsonReply.BAD_REQUEST, message);
      return;
    }
    server.changeTools(Math.min(Integer.parseInt(further), SimOptions.MAX_TOOLS));
    JsonReply.empty(request.response(), 204);
  }

  /** Browsers name the page's origin; pages from elsewhere must not reach a local server. */
  private static boolean isAllowed(@Nullable String origin) {
    if (origin == null) {
      return true;
    }
    try {
      @Nullable String name = URI.create(origin).getHost();
      return name != null && LOOPBACK.contains(name);
    } catch (IllegalArgumentException malformed) {
      return false;
    }
  }
}
