package io.leasegate.telemetry;

import io.leasegate.pipeline.CallMeter;
import io.leasegate.pipeline.CallOutcome;
import io.leasegate.pipeline.ToolCall;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts, times and logs calls: who, what and how it ended; never arguments or results. */
public final class CallMetrics implements CallMeter {

  private static final Logger LOG = LoggerFactory.getLogger("io.leasegate.calls");
  private static final Duration[] BUCKETS = {
    Duration.ofNanos(500_000),
    Duration.ofMillis(1),
    Duration.ofMillis(2),
    Duration.ofMillis(5),
    Duration.ofMillis(10),
    Duration.ofMillis(25),
    Duration.ofMillis(50),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30)
  };

  private final MeterRegistry registry;
  private final Timer overhead;
  private final Map<String, Timer> steps = new ConcurrentHashMap<>();
  private final Map<String, Counter> verdicts = new ConcurrentHashMap<>();
  private final Map<String, Timer> timers = new ConcurrentHashMap<>();
  // the capability names upstream and tool; its hash is computed once
  private final Map<String, Map<String, Counter>> counters = new ConcurrentHashMap<>();

  public CallMetrics(MeterRegistry registry) {
    this.registry = registry;
    this.overhead =
        Timer.builder("leasegate.overhead")
            .description("time of calls that was not the upstream's")
            .serviceLevelObjectives(BUCKETS)
            .register(registry);
  }

  @Override
  public void ended(ToolCall call, CallOutcome outcome, long nanos, long upstreamNanos) {
    String how = outcome.word();
    counter(call, how).increment();
    timers
        .computeIfAbsent(call.route().upstream().name(), this::timer)
        .record(nanos, TimeUnit.NANOSECONDS);
    overhead.record(nanos - upstreamNanos, TimeUnit.NANOSECONDS);
    if (outcome instanceof CallOutcome.Refused refused) {
      LOG.atInfo()
          .addKeyValue("request", call.requestId())
          .addKeyValue("workspace", call.identity().workspace())
          .addKeyValue("agent", call.identity().agent())
          .addKeyValue("tool", call.route().capability())
          .addKeyValue("code", how)
          .log(refused.refusal().message());
    } else if (LOG.isDebugEnabled()) {
      LOG.atDebug()
          .addKeyValue("request", call.requestId())
          .addKeyValue("workspace", call.identity().workspace())
          .addKeyValue("agent", call.identity().agent())
          .addKeyValue("tool", call.route().capability())
          .addKeyValue("outcome", how)
          .addKeyValue("micros", nanos / 1000)
          .log("call");
    }
  }

  @Override
  public void storeTook(String step, long nanos) {
    steps
        .computeIfAbsent(
            step,
            name ->
                Timer.builder("leasegate.store")
                    .description("time of the store's steps")
                    .tag("step", name)
                    .serviceLevelObjectives(BUCKETS)
                    .register(registry))
        .record(nanos, TimeUnit.NANOSECONDS);
  }

  @Override
  public void judgedKey(String verdict) {
    verdicts
        .computeIfAbsent(
            verdict,
            name ->
                Counter.builder("leasegate.idempotency")
                    .description("idempotency keys by what their calls might do")
                    .tag("verdict", name)
                    .register(registry))
        .increment();
  }

  private Counter counter(ToolCall call, String how) {
    return counters
        .computeIfAbsent(call.route().capability(), tool -> new ConcurrentHashMap<>())
        .computeIfAbsent(
            how,
            outcome ->
                Counter.builder("leasegate.calls")
                    .description("tool calls by how they ended")
                    .tag("upstream", call.route().upstream().name())
                    .tag("tool", call.route().tool())
                    .tag("outcome", outcome)
                    .register(registry));
  }

  private Timer timer(String upstream) {
    return Timer.builder("leasegate.call")
        .description("time of calls in the gateway, the upstream's included")
        .tag("upstream", upstream)
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }
}
