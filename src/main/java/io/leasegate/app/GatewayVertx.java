package io.leasegate.app;

import io.leasegate.telemetry.Telemetry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.MetricsDomain;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Vert.x as the gateway runs it. */
final class GatewayVertx {

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

  /** One event loop for each processor: calls never wait for a loop that waits for a processor. */
  static Vertx create(Telemetry telemetry) {
    return Vertx.builder()
        .with(
            new VertxOptions()
                .setEventLoopPoolSize(Runtime.getRuntime().availableProcessors())
                .setMetricsOptions(
                    new MicrometerMetricsOptions()
                        .setEnabled(true)
                        .setDisabledMetricsCategories(UNCOUNTED)))
        .withMetrics(new MicrometerMetricsFactory(telemetry.registry()))
        .build();
  }
}
