package io.leasegate.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.testing.RedisSentinels;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Agents write through two gateways while the Redis master dies and its replica takes over. A
 * replica may lack what the master acknowledged last, so that a write of those moments may run
 * again; the run reports how many did. Of what began afterwards each runs once.
 */
class FailoverIT {

  private static final int WRITERS = 4;
  private static final int BEFORE_MS = 5_000;
  private static final int AFTER_MS = 5_000;

  private final RedisSentinels servers = new RedisSentinels();
  private final Replicas replicas =
      new Replicas(
          "failover",
          "{ kind: redis, redis: { mode: sentinel, master: "
              + RedisSentinels.MASTER
              + ", nodes: [\""
              + servers.uris().get(0).replace("redis://", "")
              + "\"] } }");
  private final Caller caller = new Caller(Duration.ofSeconds(3));
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Collection<Intention> history = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean goesOn = new AtomicBoolean(true);

  @AfterEach
  void stop() {
    goesOn.set(false);
    threads.shutdownNow();
    replicas.close();
    servers.close();
  }

  @Test
  void whatBeginsAfterAFailoverRunsOnceAndWhatItCostIsTold() {
    // Given
    replicas.start(caller);
    List<KeyedLoad> writers =
        IntStream.range(0, WRITERS)
            .mapToObj(
                i -> new KeyedLoad(caller, replicas.both(), history, "failover-writer-" + i, i))
            .toList();
    writers.forEach(KeyedLoad::open);
    servers.awaitReplicated();
    List<CompletableFuture<Void>> loads = new ArrayList<>();
    writers.forEach(
        it -> loads.add(CompletableFuture.runAsync(() -> it.run(goesOn::get), threads)));
    KeyedLoad.pause(BEFORE_MS);

    // When
    long diedAt = System.nanoTime();
    servers.failOver();
    replicas.both().forEach(each -> Replicas.awaitReady(caller, each));
    long readyAt = System.nanoTime();
    KeyedLoad.pause(AFTER_MS);
    goesOn.set(false);
    loads.forEach(CompletableFuture::join);

    // Then
    List<Intention> before = history.stream().filter(it -> beganAt(it) < readyAt).toList();
    List<Intention> after = history.stream().filter(it -> beganAt(it) >= readyAt).toList();
    System.out.printf(
        "failover: %d intentions before the new master was used, of which %d ran twice and %d are"
            + " unknown; ready again after %d ms; %d intentions afterwards, %d unknown%n",
        before.size(),
        before.stream().filter(it -> executions(it) > 1).count(),
        before.stream().filter(Intention::unknown).count(),
        (readyAt - diedAt) / 1_000_000,
        after.size(),
        after.stream().filter(Intention::unknown).count());
    HistoryChecker checker = new HistoryChecker(replicas.upstream::executions, List.of(), diedAt);
    after.forEach(checker::checkAnswers);
    assertThat(checker.problems()).isEmpty();
    assertThat(before).isNotEmpty();
    assertThat(after).isNotEmpty();
    assertThat(after).anyMatch(it -> executions(it) == 1);
  }

  private static long beganAt(Intention intention) {
    return intention.attempts().isEmpty() ? Long.MAX_VALUE : intention.attempts().get(0).beganAt();
  }

  private int executions(Intention intention) {
    return replicas.upstream.executions(intention.key()).size();
  }
}
