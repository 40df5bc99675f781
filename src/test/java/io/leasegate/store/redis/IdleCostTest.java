package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.core.call.Identity;
import io.leasegate.store.FakeClock;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a replica asks of Redis by itself, in seconds of a clock that the test moves. */
class IdleCostTest {

  private static final int SECONDS = 30;
  private static final long SEALING_MS = 200;

  private final FakeClock clock = new FakeClock();
  private final RedisStore store = RedisStores.ownStore(clock, 1_800_000_000_000L);
  private final RedisGrantStore grants = new RedisGrantStore(store);
  private final RedisAuditLog audit = new RedisAuditLog(store);

  @BeforeEach
  void start() {
    RedisServer.sharedEmpty();
    Await.result(store.link().start()); // no timers: time is the test's
    Await.result(store.schema().look());
  }

  @AfterEach
  void close() {
    Await.result(store.close());
  }

  private void workspaces(int count) {
    for (int i = 0; i < count; i++) {
      String workspace = "w" + i;
      Await.result(grants.kill(workspace, Optional.of("bob")));
      Await.result(grants.read(new Identity(workspace, "ann")));
    }
    Await.result(audit.seal());
  }

  /** Scripts that were sent; {@code all}: with the commands that they call. */
  private static long commands(boolean all) {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      return String.valueOf(commands.send("INFO", "commandstats"))
          .lines()
          .filter(line -> line.startsWith("cmdstat_"))
          .filter(line -> !line.startsWith("cmdstat_config") && !line.startsWith("cmdstat_info"))
          .filter(line -> !line.startsWith("cmdstat_ping"))
          .filter(line -> all || line.startsWith("cmdstat_eval"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("[^:]*:calls=([0-9]+),.*", "$1")))
          .sum();
    }
  }

  private static void countFromHere() {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      commands.send("CONFIG", "RESETSTAT");
    }
  }

  /** What timers would have done, each step behind the one before. */
  private void timePasses(Runnable everySealing) {
    for (long ms = WorkspaceWatch.TICK_MS; ms <= SECONDS * 1_000; ms += WorkspaceWatch.TICK_MS) {
      clock.advanceMs(WorkspaceWatch.TICK_MS);
      store.watch().tick();
      if (ms % RedisCounts.STEP_MS == 0) {
        store.counts().countNext();
      }
      if (ms % SEALING_MS == 0) {
        everySealing.run();
        Await.result(audit.seal());
      }
      answered();
    }
  }

  /** Commands follow each other on one connection: what was sent before this has its answer. */
  private void answered() {
    Await.result(store.link().send(Request.cmd(Command.PING)));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 100})
  void anIdleReplicaAsksLittle(int workspaces) {
    // Given
    workspaces(workspaces);
    clock.advanceMs(11_000);
    store.watch().tick();
    countFromHere();

    // When
    timePasses(() -> {});

    // Then
    assertThat(commands(false)).isBetween(1L, 2L * SECONDS);
    assertThat(commands(true)).as("with what scripts call").isLessThanOrEqualTo(5L * SECONDS);
  }

  @Test
  void anActiveOneAsksInBatches() {
    // Given
    workspaces(1);
    countFromHere();

    // When: it reads all the time, and so has counts to write down
    timePasses(
        () -> {
          store.used("w0");
          Await.result(
              audit.append("w0", List.of(AuditDraft.of(AuditKind.CALL, "calls_counted", "ann"))));
        });

    // Then
    assertThat(commands(false)).isBetween(15L * SECONDS, 22L * SECONDS);
  }
}
