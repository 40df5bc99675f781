package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.lease.Lease;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisSentinels;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A master dies, and its replica takes its place. */
class RedisSentinelIT {

  private static final Identity ANN = new Identity("acme", "ann");

  private final AtomicInteger ids = new AtomicInteger();

  private RedisStore store(
      RedisSentinels servers, Optional<RedisSettings.Acknowledgement> acknowledgement) {
    return new RedisStore(
        RedisStores.vertx(),
        new RedisSettings(
            new RedisSettings.Topology.Sentinel(RedisSentinels.MASTER, servers.uris()),
            Duration.ofSeconds(3),
            acknowledgement),
        new RedisStore.Bounds(10, 10, 3_600_000, 1_000, 3_600_000),
        Duration.ofSeconds(1),
        System::nanoTime,
        () -> "id-" + ids.incrementAndGet());
  }

  private static boolean works(Future<?> step) {
    Await.until("it has ended", step::isComplete);
    return step.succeeded();
  }

  @Test
  void theNewMasterIsUsed() {
    try (RedisSentinels servers = new RedisSentinels()) {
      // Given
      RedisStore store = store(servers, Optional.empty());
      RedisGrantStore grants = new RedisGrantStore(store);
      Await.result(store.start());
      Lease lease =
          Await.result(
                  new RedisLeaseStore(store)
                      .openTask(ANN, "l-1", "goal", List.of(), Duration.ofHours(1), 5))
              .orElseThrow();
      Await.result(grants.read(ANN));
      servers.awaitReplicated();

      // When
      servers.failOver();

      // Then: what the replica had is all there was
      Await.until("the new master answers", () -> works(grants.read(ANN)));
      assertThat(Await.result(grants.read(ANN)).leases()).containsOnlyKeys(lease.id());
      assertThat(store.alarms().remarks()).isEmpty();
      Await.result(store.close());
    }
  }

  @Test
  void aMasterThatIsAloneAcknowledgesNothingThatReplicasMustHave() {
    try (RedisSentinels servers = new RedisSentinels()) {
      // Given
      RedisStore store =
          store(servers, Optional.of(new RedisSettings.Acknowledgement(1, Duration.ofMillis(200))));
      RedisGrantStore grants = new RedisGrantStore(store);
      Await.result(store.start());
      Await.until("the replica has it", () -> works(grants.kill("acme", Optional.of("ann"))));

      // When
      servers.failOver();

      // Then: the kill was not lost, and another one is not promised
      Await.until("the new master answers", () -> works(grants.read(ANN)));
      assertThat(Await.result(grants.read(ANN)).killed()).isTrue();
      Future<?> alone = grants.kill("acme", Optional.of("bob"));
      Await.until("it has ended", alone::isComplete);
      assertThat(alone.cause()).hasMessageContaining("0 of 1 replicas");
      Await.result(store.close());
    }
  }
}
