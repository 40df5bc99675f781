package io.leasegate.telemetry;

import io.micrometer.core.instrument.Clock;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Tags;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.util.function.ToDoubleFunction;

/** The metrics of the process, in Prometheus' form. No agent and no key is ever a label. */
public final class Telemetry {

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), Clock.SYSTEM);
  private final Counter reloadErrors =
      Counter.builder("leasegate.reload.errors")
          .description("reloads of the configuration or the policy that were refused")
          .register(registry);

  public PrometheusMeterRegistry registry() {
    return registry;
  }

  /** A reload was refused; the last good configuration stays. */
  public void reloadRefused() {
    reloadErrors.increment();
  }

  /** A value that is read when the metrics are. */
  public <T> void gauge(String name, String description, T source, ToDoubleFunction<T> value) {
    Gauge.builder(name, source, value).description(description).register(registry);
  }

  /** Live leases; the task lease is the one face that is served. */
  public <T> void leaseGauge(T source, ToDoubleFunction<T> value) {
    Gauge.builder("leasegate.leases.live", source, value)
        .description("live leases")
        .tags(Tags.of("face", "task", "status", "active"))
        .register(registry);
  }

  /** A value of one upstream, read when the metrics are; replaces an earlier source. */
  public <T> void upstreamGauge(
      String name, String description, String upstream, T source, ToDoubleFunction<T> value) {
    Tags tags = Tags.of("upstream", upstream);
    Gauge before = registry.find(name).tags(tags).gauge();
    if (before != null) {
      registry.remove(before);
    }
    Gauge.builder(name, source, value)
        .description(description)
        .tags(tags)
        .strongReference(true)
        .register(registry);
  }

  /** Everything in the text format of Prometheus. */
  public String scrape() {
    return registry.scrape();
  }
}
