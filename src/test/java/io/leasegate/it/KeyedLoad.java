package io.leasegate.it;

import io.leasegate.testing.Await;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** An agent that wants one write after the other, and retries each at random replicas. */
final class KeyedLoad {

  private static final int MOST_TRIES = 6;

  /** From the begin of one intention to that of the next, unless the last one took longer. */
  private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Caller caller;
  private final List<GatewayProcess> gateways;
  private final Collection<Intention> history;
  private final Random random;
  private final String agent;

  /**
   * @param history takes all intentions; others write to it too
   */
  KeyedLoad(
      Caller caller,
      List<GatewayProcess> gateways,
      Collection<Intention> history,
      String agent,
      long seed) {
    this.caller = caller;
    this.gateways = gateways;
    this.history = history;
    this.agent = agent;
    this.random = new Random(seed);
  }

  String agent() {
    return agent;
  }

  /** Opens the lease under which it writes. */
  void open() {
    Await.until(
        agent + " has a lease",
        () -> caller.ask(any(), agent, "scopegate_open_task_lease", LEASE).has("lease_id"));
  }

  static final String LEASE =
      "{\"goal\":\"writes under faults\",\"upstreams\":[\"up\"],\"max_writes\":100000}";

  private GatewayProcess any() {
    return gateways.get(random.nextInt(gateways.size()));
  }

  void run(BooleanSupplier goesOn) {
    long began = System.nanoTime();
    for (int i = 0; goesOn.getAsBoolean(); i++) {
      LockSupport.parkNanos(began + i * PERIOD_NANOS - System.nanoTime());
      int ms = random.nextInt(4) == 0 ? random.nextInt(400) : 0;
      Intention intention = new Intention(agent, agent + "-" + i, ms);
      history.add(intention);
      if (random.nextInt(5) == 0) {
        gateways.stream().map(it -> intention.begin(caller, it)).toList().forEach(it -> it.join());
      }
      for (int tries = 0; tries < MOST_TRIES && !intention.settled(); tries++) {
        if (intention.begin(caller, any()).join() instanceof Answer.Broken) {
          pause(50);
        }
      }
      if (random.nextInt(4) == 0) {
        intention.begin(caller, any()).join();
      }
    }
  }

  /** The load's pace. */
  static void pause(int ms) {
    LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(ms));
  }
}
