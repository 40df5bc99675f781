package io.leasegate.bench.load;

import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.notice.NoticeThreshold;
import io.leasegate.grants.NoticeBoard;
import io.leasegate.loop.Loop;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * How late notices are told, with a million armed: of them 10,000 come due within some seconds, and
 * as many again at once, on a real loop by the real clock.
 *
 * <p>Options: how many are armed in all (1,000,000), and what {@link GrantResults} takes.
 */
public final class NoticeLateness {
  private static final int DUE = 10_000;
  private static final long LATE_MS = 100;
  private static final long NANOS_PER_MS = 1_000_000;

  private NoticeLateness() {}

  public static void main(String[] args) throws IOException, InterruptedException {
    Locale.setDefault(Locale.ROOT);
    GrantResults results = GrantResults.of("notice-lateness", args);
    int count = results.count(1_000_000);
    Vertx vertx = Vertx.vertx();
    Loop loop = GrantMemory.onLoop(vertx);
    GrantWorld world = new GrantWorld(System::nanoTime);
    Histogram spread = new Histogram(3);
    Histogram atOnce = new Histogram(3);
    NoticeBoard board =
        new NoticeBoard(
            loop,
            world.cache,
            new NoticeRule(NoticeThreshold.of(0.2)),
            (identity, notice, lateNanos) ->
                (identity.agent().startsWith("burst") ? atOnce : spread)
                    .recordValue(Math.max(0, lateNanos / 1_000)));
    world.grants.onGrant(board::follow);
    int step = 10_000;
    for (int done = 0; done < count - 2 * DUE; done += step) {
      int from = done / GrantWorld.PER_AGENT;
      for (int i = 0; i < step; i++) {
        int agent = from + i / GrantWorld.PER_AGENT;
        world.issue(
            GrantWorld.agent(agent), GrantWorld.capability(agent, i % GrantWorld.PER_AGENT), "24h");
      }
      GrantMemory.settle(loop);
    }
    // 4 to 12 s from their issue on; the issue itself takes a part of a second
    issue(world, "spread", index -> 5 + index % 11);
    GrantMemory.settle(loop);
    int armed = GrantMemory.onLoop(loop, board::size);
    awaitCount(loop, spread, 20_000);
    // all of one second's marks lie within the time that their issue takes
    issue(world, "burst", index -> 6);
    awaitCount(loop, atOnce, 15_000);

    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("armed notices", armed);
    add(figures, "within 8 s", spread);
    add(figures, "as fast as they were issued", atOnce);
    results.write(figures);
    vertx.close().await();
  }

  private static void issue(
      GrantWorld world, String name, java.util.function.IntUnaryOperator ttlS) {
    for (int i = 0; i < DUE; i++) {
      int agent = i / GrantWorld.PER_AGENT;
      world.issue(
          new io.leasegate.core.call.Identity("default", name + agent),
          GrantWorld.capability(agent, i % GrantWorld.PER_AGENT),
          ttlS.applyAsInt(i) + "s");
    }
  }

  private static void awaitCount(Loop loop, Histogram told, long atMostMs)
      throws InterruptedException {
    long end = System.nanoTime() + atMostMs * NANOS_PER_MS;
    while (System.nanoTime() < end && GrantMemory.onLoop(loop, told::getTotalCount) < DUE) {
      Thread.sleep(200);
    }
  }

  private static void add(Map<String, Object> figures, String when, Histogram told) {
    long late = told.getTotalCount() - told.getCountBetweenValues(0, LATE_MS * 1_000);
    figures.put("due " + when, DUE);
    figures.put("told, " + when, told.getTotalCount());
    figures.put("told over " + LATE_MS + " ms late, " + when, late);
    for (double percentile : new double[] {50, 90, 99, 99.9, 100}) {
      figures.put(
          "ms late, %s %%, %s".formatted(percentile, when),
          told.getValueAtPercentile(percentile) / 1_000.0);
    }
    figures.put(
        "goal (all told, none late), " + when,
        told.getTotalCount() == DUE && late == 0 ? "met" : "MISSED");
  }
}
