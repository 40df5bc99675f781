package io.leasegate.pipeline;

import io.leasegate.core.time.TimerWheel;
import io.leasegate.loop.Loop;
import io.leasegate.store.CallStore;
import io.leasegate.store.CallStore.Claim;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The keyed calls of one loop that run. A claim lasts a minute; those of calls that take longer are
 * extended, all together, every 20 seconds. Bound to its loop.
 */
final class RunningClaims extends TimerWheel.Timer {

  private static final Logger LOG = LoggerFactory.getLogger(RunningClaims.class);
  private static final long EXTEND_NANOS = 20_000_000_000L;

  private final CallStore calls;
  private final Loop loop;
  private final Set<Claim> running = new LinkedHashSet<>();

  RunningClaims(CallStore calls, Loop loop) {
    this.calls = calls;
    this.loop = loop;
  }

  void add(Claim claim) {
    running.add(claim);
    if (!isArmed()) {
      loop.start(this, EXTEND_NANOS);
    }
  }

  void remove(Claim claim) {
    running.remove(claim);
  }

  @Override
  protected void fire() {
    if (running.isEmpty()) {
      return;
    }
    loop.start(this, EXTEND_NANOS);
    List<Claim> all = new ArrayList<>(running);
    calls
        .extend(all)
        .onFailure(
            away ->
                // past the end of their claims they read as unknown, until they are settled
                LOG.atWarn()
                    .setCause(away)
                    .addKeyValue("calls", all.size())
                    .log("the claims of running calls could not be extended"));
  }
}
