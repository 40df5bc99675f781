package io.leasegate.bench.load;

import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.transport.Transport;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * The yardstick: what a streaming HTTP proxy costs on Vert.x when it looks at nothing. One
 * instance, with its own pooled client, per event loop.
 */
public final class BareProxy extends VerticleBase {
  /** Vert.x lets the instances of one deployment share a free port under a negative number. */
  private static final int SHARED_FREE_PORT = -1;

  private final URI upstream;
  private final AtomicInteger port;

  private BareProxy(URI upstream, AtomicInteger port) {
    this.upstream = upstream;
    this.port = port;
  }

  /** Arguments: the upstream's URL, the number of event loops, nio or io_uring. */
  public static void main(String[] args) {
    QuietLogging.choose();
    ParentWatch.endWithParent();
    URI upstream = URI.create(args[0]);
    int loops = Integer.parseInt(args[1]);
    var port = new AtomicInteger();
    Vertx.builder()
        .with(new VertxOptions().setEventLoopPoolSize(loops))
        .withTransport(args[2].equals("io_uring") ? Transport.IO_URING : Transport.NIO)
        .build()
        .deployVerticle(
            () -> new BareProxy(upstream, port), new DeploymentOptions().setInstances(loops))
        .onSuccess(
            deployed ->
                System.out.println("bench-bare ready url=http://127.0.0.1:" + port + "/mcp"))
        .onFailure(
            failure -> {
              System.err.println("bench-bare did not start: " + failure);
              Runtime.getRuntime().halt(1);
            });
  }

  @Override
  public Future<HttpServer> start() {
    var pool = new PoolOptions().setHttp1MaxSize(1024);
    var relay = new StreamRelay(vertx.createHttpClient(new HttpClientOptions(), pool), upstream);
    return vertx
        .createHttpServer()
        .requestHandler(relay::forward)
        .listen(SHARED_FREE_PORT, "127.0.0.1")
        .onSuccess(server -> port.set(server.actualPort()));
  }
}
