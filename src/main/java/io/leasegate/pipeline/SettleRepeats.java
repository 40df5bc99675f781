package io.leasegate.pipeline;

import io.leasegate.core.time.TimerWheel;
import io.leasegate.loop.Loop;
import io.leasegate.store.CallStore;
import io.leasegate.store.CallStore.Claim;
import io.leasegate.store.CallStore.Settlement;
import java.util.ArrayDeque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settles whose answer was lost, repeated under the same token until they are known to have run.
 * Bounded in number and in time: what is given up reads as unknown, which is what it then is. Bound
 * to its loop.
 */
final class SettleRepeats extends TimerWheel.Timer {

  private static final Logger LOG = LoggerFactory.getLogger(SettleRepeats.class);
  private static final long PAUSE_NANOS = 500_000_000L;
  private static final long PATIENCE_NANOS = 600_000_000_000L;
  private static final int MOST = 1_000;
  private static final int MOST_AT_ONCE = 32;

  private record Repeat(Claim claim, Settlement settlement, long since) {}

  private final CallStore calls;
  private final Loop loop;
  private final ArrayDeque<Repeat> repeats = new ArrayDeque<>();
  private int underWay;

  SettleRepeats(CallStore calls, Loop loop) {
    this.calls = calls;
    this.loop = loop;
  }

  /** Takes a settle over that failed. */
  void add(Claim claim, Settlement settlement) {
    add(new Repeat(claim, settlement, loop.nanoTime()));
  }

  private void add(Repeat repeat) {
    if (repeats.size() + underWay >= MOST || loop.nanoTime() - repeat.since() > PATIENCE_NANOS) {
      LOG.atError()
          .addKeyValue("attempt", repeat.claim().attempt())
          .addKeyValue("workspace", repeat.claim().identity().workspace())
          .addKeyValue("outcome", repeat.settlement().word())
          .log("the outcome of a call could not be recorded and is given up");
      return;
    }
    repeats.add(repeat);
    if (!isArmed()) {
      loop.start(this, PAUSE_NANOS);
    }
  }

  /** How many wait to be repeated. */
  int size() {
    return repeats.size() + underWay;
  }

  @Override
  protected void fire() {
    for (int i = Math.min(repeats.size(), MOST_AT_ONCE - underWay); i > 0; i--) {
      Repeat repeat = repeats.remove();
      underWay++;
      calls
          .settle(repeat.claim(), repeat.settlement())
          .onComplete(
              ended ->
                  loop.run(
                      () -> {
                        underWay--;
                        if (ended.failed()) {
                          add(repeat);
                        }
                      }));
    }
    if (!repeats.isEmpty()) {
      loop.start(this, PAUSE_NANOS);
    }
  }
}
