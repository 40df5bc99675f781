package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.leasegate.core.grant.Grant;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.CallStore;
import io.leasegate.store.StoreUnavailable;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A real server with a replica, whose acknowledgement is waited for. */
class ReplicaWaitTest extends BreakableStoreCase {

  // a replica is not made to wait for others that might come
  private final RedisServer server = RedisServer.start("--repl-diskless-sync-delay", "0");
  private final RedisServer replica =
      RedisServer.start("--replicaof", "127.0.0.1", String.valueOf(server.port()));

  /** Waits as long as a replica that runs may need. */
  private final RedisStore store = store(Duration.ofSeconds(30));

  /** For a replica that is paused. */
  private final RedisStore hasty = store(Duration.ofMillis(200));

  private final RedisGrantStore grants = new RedisGrantStore(store);
  private final RedisCallStore calls = new RedisCallStore(store);

  @BeforeEach
  void start() {
    Await.until("the replica follows", this::isFollowed);
    Await.result(store.start());
    Await.result(hasty.start());
  }

  @AfterEach
  void close() {
    Await.result(store.close());
    Await.result(hasty.close());
    replica.close();
    server.close();
  }

  private RedisStore store(Duration patience) {
    return newStore(
        new RedisSettings(
            new RedisSettings.Topology.Standalone(server.uri()),
            Duration.ofSeconds(30),
            Optional.of(new RedisSettings.Acknowledgement(1, patience))));
  }

  private boolean isFollowed() {
    try (RedisCommands commands = server.commands()) {
      return commands.number("WAIT", "1", "1000") == 1;
    }
  }

  @Override
  RedisStore store() {
    return store;
  }

  @Override
  RedisGrantStore grants() {
    return grants;
  }

  private static boolean has(RedisServer server, String key) {
    try (RedisCommands commands = server.commands()) {
      return commands.number("EXISTS", key) == 1;
    }
  }

  private static long calls(RedisServer server, String command) {
    try (RedisCommands commands = server.commands()) {
      String line = "cmdstat_" + command + ":calls=";
      return String.valueOf(commands.send("INFO", "commandstats"))
          .lines()
          .filter(it -> it.startsWith(line))
          .mapToLong(it -> Long.parseLong(it.substring(line.length(), it.indexOf(','))))
          .sum();
    }
  }

  @Test
  void aClaimIsThereOnTheReplicaWhenItIsAnswered() {
    // Given
    CallStore.Claim claim = claim(grant(lease()));

    // When
    CallStore.Verdict verdict = Await.result(calls.claim(claim));

    // Then
    assertThat(verdict).isInstanceOf(CallStore.Verdict.Execute.class);
    assertThat(has(replica, "lg:{acme}:claim:" + claim.attempt())).isTrue();
  }

  @Test
  void aClaimThatNoReplicaAcknowledgesIsGivenUp() {
    // Given
    Lease lease = lease();
    CallStore.Claim claim = claim(grant(lease));
    replica.pause();

    // When
    Throwable given = failure(new RedisCallStore(hasty).claim(claim));

    // Then: it took nothing that lasts
    assertThat(given)
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("0 of 1 replicas acknowledged within 200 ms");
    Await.until("the claim is taken back", () -> used(lease) == 0);
    replica.resume();
    assertThat(Await.result(calls.claim(claim(grant(lease)))))
        .isInstanceOf(CallStore.Verdict.Execute.class);
  }

  @Test
  void aSettleThatNoReplicaAcknowledgesIsRepeated() {
    // Given
    Lease lease = lease();
    CallStore.Claim claim = claim(grant(lease));
    Await.result(calls.claim(claim));
    CallStore.Settlement notRun =
        new CallStore.Settlement(new KeyOutcome.NotExecuted(), "not_executed");
    replica.pause();

    // When
    Throwable given = failure(new RedisCallStore(hasty).settle(claim, notRun));
    replica.resume();

    // Then
    assertThat(((StoreUnavailable) given).mayHaveRun()).isTrue();
    Await.result(calls.settle(claim, notRun));
    assertThat(used(lease)).as("it acted once").isZero();
    assertThat(has(replica, "lg:{acme}:claim:" + claim.attempt())).isFalse();
  }

  @Test
  void aKillThatNoReplicaAcknowledgesHoldsAndSaysThatItMayBeLost() {
    // Given
    Grant grant = grant(lease());
    replica.pause();

    // When
    Throwable given = failure(new RedisGrantStore(hasty).kill("acme", Optional.of("ann")));
    replica.resume();

    // Then
    assertThat(((StoreUnavailable) given).mayHaveRun()).isTrue();
    Await.result(grants.kill("acme", Optional.of("ann")));
    assertThat(Await.result(calls.claim(claim(grant))))
        .isInstanceOf(CallStore.Verdict.Refused.class);
  }

  @Test
  void stepsThatComeTogetherWaitTogether() {
    // Given
    Grant grant = grant(lease());
    long before = calls(server, "wait");

    // When
    List<Future<?>> claims = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      claims.add(calls.claim(claim(grant)));
    }
    Await.result(Future.all(claims));

    // Then
    assertThat(calls(server, "wait") - before).isBetween(1L, 39L);
  }

  @Test
  void whatLosesNothingThatProtectsIsNotWaitedFor() {
    // Given
    long before = calls(server, "wait");
    replica.pause();

    // When
    Grant grant = grant(lease());

    // Then
    assertThat(grant.revocation()).isEmpty();
    assertThat(calls(server, "wait")).isEqualTo(before);
  }

  @Test
  void aClusterIsRefused() {
    assertThatThrownBy(
            () ->
                new RedisSettings(
                    new RedisSettings.Topology.Cluster(List.of(server.uri())),
                    Duration.ofSeconds(1),
                    Optional.of(new RedisSettings.Acknowledgement(1, Duration.ofMillis(100)))))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
