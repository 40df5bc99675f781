package io.leasegate.app;

import io.leasegate.telemetry.Telemetry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;

/** Vert.x as the gateway runs it. */
final class GatewayVertx {

  private GatewayVertx() {}

  /** One event loop for each processor: calls never wait for a loop that waits for a processor. */
  static Vertx create(Telemetry telemetry) {
    return Vertx.builder()
        .with(
            new VertxOptions()
                .setEventLoopPoolSize(Runtime.getRuntime().availableProcessors())
                .setMetricsOptions(new MicrometerMetricsOptions().setEnabled(true)))
        .withMetrics(new MicrometerMetricsFactory(telemetry.registry()))
        .build();
  }
}
