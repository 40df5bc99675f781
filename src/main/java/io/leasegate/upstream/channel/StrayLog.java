package io.leasegate.upstream.channel;

import io.leasegate.core.time.NanoClock;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts, and logs within bounds, messages of an upstream that belong to nothing. */
final class StrayLog {

  private static final Logger LOG = LoggerFactory.getLogger(StrayLog.class);

  private final String upstream;
  private final LogThrottle throttle;
  private final LongAdder count = new LongAdder();

  StrayLog(String upstream, NanoClock clock) {
    this.upstream = upstream;
    this.throttle = new LogThrottle(clock, 20, 1);
  }

  void ignored(String what) {
    count.increment();
    if (throttle.admit()) {
      LOG.atDebug()
          .addKeyValue("upstream", upstream)
          .addKeyValue("suppressed", throttle.takeSuppressed())
          .log("ignored: {}", what);
    }
  }

  long count() {
    return count.sum();
  }
}
