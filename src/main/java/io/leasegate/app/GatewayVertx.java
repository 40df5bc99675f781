package io.leasegate.app;

import io.leasegate.config.GatewayConfig;
import io.leasegate.config.SocketIo;
import io.leasegate.telemetry.Telemetry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.transport.Transport;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Vert.x as the gateway runs it. */
final class GatewayVertx {

  private static final Logger LOG = LoggerFactory.getLogger(GatewayVertx.class);

  /**
   * What Vert.x does not count. Its HTTP metrics look their meters up anew for each request, at a
   * twentieth of what a call costs in all; calls are counted and timed by the gateway itself. What
   * is left, worker pools and verticles, costs calls nothing.
   */
  private static final Set<String> UNCOUNTED =
      Stream.of(
              MetricsDomain.HTTP_SERVER,
              MetricsDomain.HTTP_CLIENT,
              MetricsDomain.NET_SERVER,
              MetricsDomain.NET_CLIENT,
              MetricsDomain.EVENT_BUS)
          .map(MetricsDomain::toCategory)
          .collect(Collectors.toUnmodifiableSet());

  private GatewayVertx() {}

  /**
   * One event loop for each processor: calls never wait for a loop that waits for a processor.
   *
   * @throws Gateway.StartFailure when sockets cannot be used in the way that is asked for
   */
  static Vertx create(GatewayConfig config, Telemetry telemetry) {
    Transport transport = transport(config.server().io());
    LOG.info("sockets by {}", transport.name());
    return Vertx.builder()
        .with(
            new VertxOptions()
                .setEventLoopPoolSize(Runtime.getRuntime().availableProcessors())
                .setMetricsOptions(
                    new MicrometerMetricsOptions()
                        .setEnabled(true)
                        .setDisabledMetricsCategories(UNCOUNTED)))
        .withMetrics(new MicrometerMetricsFactory(telemetry.registry()))
        .withTransport(transport)
        .build();
  }

  private static Transport transport(SocketIo io) {
    if (io == SocketIo.NIO) {
      return Transport.NIO;
    }
    Transport ioUring = IoUringTransport.get();
    if (ioUring.available()) {
      return ioUring;
    }
    String cause = String.valueOf(ioUring.unavailabilityCause().getMessage());
    if (io == SocketIo.IO_URING) {
      throw new Gateway.StartFailure(
          "server.io: io_uring cannot be used here: " + cause + "; take auto or nio");
    }
    LOG.debug("no io_uring: {}", cause);
    return Transport.NIO;
  }
}
