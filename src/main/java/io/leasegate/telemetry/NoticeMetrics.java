package io.leasegate.telemetry;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Counts notices that were pushed, and how late they were. */
public final class NoticeMetrics {

  private final Counter told;
  private final Timer late;

  public NoticeMetrics(MeterRegistry registry) {
    this.told =
        Counter.builder("leasegate.notices")
            .description("notices whose mark came")
            .register(registry);
    this.late =
        Timer.builder("leasegate.notice.late")
            .description("how long behind its mark a notice was told")
            .serviceLevelObjectives(
                Duration.ofMillis(20), Duration.ofMillis(50), Duration.ofMillis(100))
            .register(registry);
  }

  /** A notice was told so long behind its mark. */
  public void told(long lateNanos) {
    told.increment();
    late.record(Math.max(0, lateNanos), TimeUnit.NANOSECONDS);
  }
}
