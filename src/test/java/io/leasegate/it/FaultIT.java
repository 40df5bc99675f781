package io.leasegate.it;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Agents write through two gateways while these and their Redis are killed, paused and cut. {@code
 * -Dfaults.seed} chooses what happens when and what agents do; how that falls together is up to the
 * machine. {@code -Dfaults.rounds} is how often each fault comes.
 */
class FaultIT {

  private static final long SEED = Long.getLong("faults.seed", 20_260_728L);
  private static final int ROUNDS = Integer.getInteger("faults.rounds", 2);
  private static final int WRITERS = 8;
  private static final int LEAST_INTENTIONS = 2_000;

  /** A claim of a process that died ends after a minute; some time for the machine. */
  private static final Duration CLAIMS_END = Duration.ofMinutes(3);

  private final RedisServer redis =
      RedisServer.start("--appendonly", "yes", "--appendfsync", "always");
  private final Replicas replicas = new Replicas("faults", redis);
  private final Caller caller = new Caller(Duration.ofSeconds(3));
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final Collection<Intention> history = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean goesOn = new AtomicBoolean(true);
  private final Random random = new Random(SEED);
  private final long began = System.nanoTime();
  private final Faults faults = new Faults(replicas, redis, new Random(SEED), began);
  private final List<KeyedLoad> writers =
      IntStream.range(0, WRITERS)
          .mapToObj(
              i ->
                  new KeyedLoad(caller, replicas.both(), history, "writer-" + i, random.nextLong()))
          .toList();
  private final RevokedLoad revoked =
      new RevokedLoad(caller, replicas.both(), threads, random.nextLong());

  @AfterEach
  void stop() {
    goesOn.set(false);
    threads.shutdownNow();
    replicas.close();
    redis.close();
  }

  @Test
  void nothingRunsTwiceAndNothingIsForgotten() {
    replicas.start(caller);
    writers.forEach(KeyedLoad::open);

    strikeUnderLoad();
    for (GatewayProcess each : replicas.both()) {
      Replicas.awaitReady(caller, each);
    }
    askForAllEnds();

    HistoryChecker checker =
        new HistoryChecker(replicas.upstream::executions, faults.kills(), began);
    history.forEach(checker::checkAnswers);
    history.forEach(checker::checkEnd);
    checker.checkBudgets(history, used());
    revoked.lives().forEach(life -> life.writes().forEach(checker::checkAnswers));
    revoked.lives().forEach(checker::checkRevoke);
    report();
    assertThat(checker.problems()).as("seed %d, faults %s", SEED, faults.log()).isEmpty();
    assertThat(replicas.logged("by a defect of the gateway")).isEmpty();
    assertThat(history).hasSizeGreaterThanOrEqualTo(LEAST_INTENTIONS);
    assertThat(revoked.lives()).isNotEmpty();
  }

  private void strikeUnderLoad() {
    List<CompletableFuture<Void>> loads = new ArrayList<>();
    writers.forEach(it -> loads.add(inThread(() -> it.run(goesOn::get))));
    loads.add(inThread(() -> revoked.run(goesOn::get)));
    for (int round = 0; round < ROUNDS; round++) {
      faults.round();
    }
    for (int i = 0; i < 480 && history.size() < LEAST_INTENTIONS; i++) {
      KeyedLoad.pause(500);
    }
    goesOn.set(false);
    loads.forEach(CompletableFuture::join);
  }

  private CompletableFuture<Void> inThread(Runnable work) {
    return CompletableFuture.runAsync(work, threads);
  }

  /** Each key is asked for, at one replica or the other, until it has an end. */
  private void askForAllEnds() {
    List<Intention> all = List.copyOf(history);
    askAll(all);
    long giveUpAt = System.nanoTime() + CLAIMS_END.toNanos();
    List<Intention> open = withoutEnd(all);
    while (!open.isEmpty() && System.nanoTime() < giveUpAt) {
      KeyedLoad.pause(500);
      askAll(open);
      open = withoutEnd(open);
    }
  }

  private void askAll(List<Intention> intentions) {
    Queue<Intention> queue = new ConcurrentLinkedQueue<>(intentions);
    List<CompletableFuture<Void>> workers = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      workers.add(
          inThread(
              () -> {
                for (Intention it = queue.poll(); it != null; it = queue.poll()) {
                  it.begin(caller, replicas.both().get(it.attempts().size() % 2)).join();
                }
              }));
    }
    workers.forEach(CompletableFuture::join);
  }

  private static List<Intention> withoutEnd(List<Intention> intentions) {
    return intentions.stream()
        .filter(
            it ->
                !it.unknown()
                    && !(it.attempts().get(it.attempts().size() - 1).answer()
                        instanceof Answer.Done))
        .toList();
  }

  /** How many writes the lease of each writer has used. */
  private Map<String, Long> used() {
    Map<String, Long> used = new LinkedHashMap<>();
    for (KeyedLoad writer : writers) {
      Await.until(
          "the lease of " + writer.agent(),
          () -> {
            JsonNode leases =
                caller
                    .ask(replicas.b, writer.agent(), "scopegate_list_capabilities", "{}")
                    .path("leases");
            long writes = 0;
            for (JsonNode lease : leases) {
              writes += lease.path("writes").path("used").asLong();
            }
            used.put(writer.agent(), writes);
            return leases.isArray();
          });
    }
    return used;
  }

  private void report() {
    long attempts = history.stream().mapToLong(it -> it.attempts().size()).sum();
    System.out.printf(
        "seed %d: %d intentions, %d requests, %d executions, %d unknown, %d revokes, %d kills, %d s%n",
        SEED,
        history.size(),
        attempts,
        replicas.upstream.executions(),
        history.stream().filter(Intention::unknown).count(),
        revoked.lives().size(),
        faults.kills().size(),
        (System.nanoTime() - began) / 1_000_000_000);
  }
}
