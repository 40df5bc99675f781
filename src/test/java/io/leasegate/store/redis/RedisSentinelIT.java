package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.lease.Lease;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisSentinels;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A master dies, and its replica takes its place. */
class RedisSentinelIT {

  private static final Identity ANN = new Identity("acme", "ann");

  @Test
  void theNewMasterIsUsed() {
    try (RedisSentinels servers = new RedisSentinels()) {
      // Given
      AtomicInteger ids = new AtomicInteger();
      RedisStore store =
          new RedisStore(
              RedisStores.vertx(),
              new RedisSettings(
                  new RedisSettings.Topology.Sentinel(RedisSentinels.MASTER, servers.uris()),
                  Duration.ofMillis(500)),
              new RedisStore.Bounds(10, 10, 3_600_000, 1_000, 3_600_000),
              Duration.ofSeconds(1),
              System::nanoTime,
              () -> "id-" + ids.incrementAndGet());
      RedisGrantStore grants = new RedisGrantStore(store);
      Await.result(store.start());
      Lease lease =
          Await.result(
                  new RedisLeaseStore(store)
                      .openTask(ANN, "l-1", "goal", List.of(), Duration.ofHours(1), 5))
              .orElseThrow();
      Await.result(grants.read(ANN));

      // When
      servers.failOver();

      // Then
      Await.until(
          "the new master answers",
          () -> {
            Future<?> read = grants.read(ANN);
            Await.until("it has ended", read::isComplete);
            return read.succeeded();
          });
      assertThat(Await.result(grants.read(ANN)).leases()).containsOnlyKeys(lease.id());
      Await.result(store.close());
    }
  }
}
