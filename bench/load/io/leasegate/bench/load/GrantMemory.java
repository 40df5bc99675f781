package io.leasegate.bench.load;

import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.notice.NoticeThreshold;
import io.leasegate.grants.NoticeBoard;
import io.leasegate.loop.Loop;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * The heap that live grants take, with the timer of each one's notice: after a full collection,
 * less what there was before the first grant. Once without views of the agents, as after a pause,
 * and once with a view of every agent, as when all of them have just called.
 *
 * <p>Options: how many grants (1,000,000), and what {@link GrantResults} takes.
 */
public final class GrantMemory {
  private static final double GOAL_MIB = 400;

  private GrantMemory() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    GrantResults results = GrantResults.of("grant-memory", args);
    int count = results.count(1_000_000);
    Vertx vertx = Vertx.vertx();
    Loop loop = onLoop(vertx);
    GrantWorld world = new GrantWorld(System::nanoTime);
    NoticeBoard board =
        new NoticeBoard(
            loop,
            world.cache,
            new NoticeRule(NoticeThreshold.of(0.2)),
            (identity, notice, lateNanos) -> {});
    world.grants.onGrant(board::follow);
    world.fill(10, GrantWorld.PER_AGENT);
    settle(loop);
    long before = liveHeap();
    int step = 10_000;
    long begun = System.nanoTime();
    for (int done = 0; done < count; done += step) {
      int from = done / GrantWorld.PER_AGENT + 1;
      for (int i = 0; i < step; i++) {
        int agent = from + i / GrantWorld.PER_AGENT;
        world.issue(
            GrantWorld.agent(agent), GrantWorld.capability(agent, i % GrantWorld.PER_AGENT), "24h");
      }
      settle(loop);
    }
    double seconds = (System.nanoTime() - begun) / 1e9;
    int armed = onLoop(loop, board::size);
    long idle = liveHeap() - before;
    for (int agent = 1; agent <= count / GrantWorld.PER_AGENT; agent++) {
      world.cache.get(GrantWorld.agent(agent));
    }
    long viewed = liveHeap() - before;

    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("live grants", world.grants.liveCount() - 10);
    figures.put("armed notices", armed - 10);
    figures.put("heap, no agent calling, MiB", mib(idle));
    figures.put("bytes per grant, no agent calling", idle / count);
    figures.put("heap, a view of every agent, MiB", mib(viewed));
    figures.put("bytes per grant, a view of every agent", viewed / count);
    figures.put("goal, MiB at most", GOAL_MIB);
    if (count >= 1_000_000) { // the goal is for as many
      figures.put("met", mib(viewed) <= GOAL_MIB ? "yes" : "MISSED");
    }
    figures.put("issued per second", Math.round(count / seconds));
    results.write(figures);
    vertx.close().await();
  }

  private static double mib(long bytes) {
    return Math.round(bytes * 10.0 / (1 << 20)) / 10.0;
  }

  /** What is reachable: collected until it does not shrink any more. */
  private static long liveHeap() throws InterruptedException {
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 5; i++) {
      System.gc();
      Thread.sleep(100);
      least = Math.min(least, ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
    }
    return least;
  }

  static Loop onLoop(Vertx vertx) {
    var made = new CompletableFuture<Loop>();
    vertx
        .getOrCreateContext()
        .runOnContext(none -> made.complete(new Loop(vertx, System::nanoTime)));
    return made.join();
  }

  static <T> T onLoop(Loop loop, java.util.function.Supplier<T> task) {
    var done = new CompletableFuture<T>();
    loop.run(() -> done.complete(task.get()));
    return done.join();
  }

  /** Waits until the loop has run what it was handed before. */
  static void settle(Loop loop) {
    onLoop(loop, () -> true);
  }
}
