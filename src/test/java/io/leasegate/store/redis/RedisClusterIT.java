package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.store.ApprovalStoreContract;
import io.leasegate.store.AuditLogContract;
import io.leasegate.store.CallStoreContract;
import io.leasegate.store.FakeClock;
import io.leasegate.store.GrantStoreContract;
import io.leasegate.store.LeaseStoreContract;
import io.leasegate.store.RandomScheduleContract;
import io.leasegate.store.SessionStore;
import io.leasegate.store.SessionStoreContract;
import io.leasegate.store.StoreUnavailable;
import io.leasegate.store.Stores;
import io.leasegate.testing.Await;
import io.leasegate.testing.ManualClock;
import io.leasegate.testing.RedisCommands;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The contracts on a cluster of three: each script stays in the slot of its workspace. */
class RedisClusterIT {

  private static Stores make(FakeClock clock, long startMillis, int most) {
    return RedisStores.ports(ClusterStores.store(clock, startMillis, most));
  }

  @Test
  void hintsAreHeardWhereverTheyWereSaid() {
    // Given
    FakeClock clock = new FakeClock();
    RedisStore here = ClusterStores.ownStore(clock, 1_800_000_000_000L);
    RedisStore there = ClusterStores.store(clock, 1_800_000_000_000L, 5);
    List<Identity> heard = new CopyOnWriteArrayList<>();
    new RedisGrantStore(here).onChange(heard::add);
    Await.result(here.start());
    List<Identity> agents =
        List.of(
            new Identity("w1", "ann"),
            new Identity("w2", "ann"),
            new Identity("w3", "ann"),
            new Identity("w4", "ann"),
            new Identity("w5", "ann"));
    agents.forEach(agent -> Await.result(new RedisGrantStore(here).read(agent)));

    // When: again and again, as nobody says when a subscription has begun
    Await.until(
        "all changes are heard of, though no time passes",
        () -> {
          for (Identity agent : agents) {
            Await.result(
                new RedisGrantStore(there).release(agent.workspace(), Optional.of(agent.agent())));
          }
          return heard.containsAll(agents);
        });

    // Then
    assertThat(heard).containsAll(agents);
    Await.result(here.close());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2})
  void oneNodeThatForgetsIsEnoughToWriteNothing(int node) {
    RedisStore store = ClusterStores.ownStore(new FakeClock(), 1_800_000_000_000L);
    RedisGrantStore grants = new RedisGrantStore(store);
    try (RedisCommands commands = ClusterStores.cluster().commands(node)) {
      // Given
      Await.result(store.start());
      commands.send("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");

      // When
      Await.result(store.eviction().look());

      // Then
      assertThat(store.problem()).hasValueSatisfying(it -> assertThat(it).contains("allkeys-lru"));
      Future<?> kill = grants.kill("w1", Optional.empty());
      Await.until("it has ended", kill::isComplete);
      assertThat(kill.cause()).isInstanceOf(StoreUnavailable.class);
      commands.send("CONFIG", "SET", "maxmemory-policy", "noeviction");
      Await.result(store.eviction().look());
      assertThat(store.problem()).isEmpty();
    }
    Await.result(store.close());
  }

  @Nested
  class Calls extends CallStoreContract {
    @Override
    protected Stores make(FakeClock clock, long startMillis, int most) {
      return RedisClusterIT.make(clock, startMillis, most);
    }
  }

  @Nested
  class Grants extends GrantStoreContract {
    private @Nullable RedisStore store;

    @Override
    protected Stores make(FakeClock clock, long startMillis, int most) {
      store = ClusterStores.store(clock, startMillis, most);
      return RedisStores.ports(store);
    }

    @Override
    protected void recount() {
      Await.result(Objects.requireNonNull(store).counts().recount());
    }
  }

  @Nested
  class Leases extends LeaseStoreContract {
    private @Nullable RedisStore store;

    @Override
    protected Stores make(FakeClock clock, long startMillis, int most) {
      store = ClusterStores.store(clock, startMillis, most);
      return RedisStores.ports(store);
    }

    @Override
    protected void recount() {
      Await.result(Objects.requireNonNull(store).counts().recount());
    }
  }

  @Nested
  class Approvals extends ApprovalStoreContract {
    @Override
    protected Stores make(FakeClock clock, long startMillis, int most) {
      return RedisClusterIT.make(clock, startMillis, most);
    }
  }

  @Nested
  class Audit extends AuditLogContract {
    @Override
    protected Stores make(FakeClock clock, long startMillis, int most) {
      return RedisClusterIT.make(clock, startMillis, most);
    }
  }

  @Nested
  class Schedules extends RandomScheduleContract {
    @Override
    protected Stores make(FakeClock clock, long startMillis, int most) {
      return RedisClusterIT.make(clock, startMillis, most);
    }
  }

  @Nested
  class Sessions extends SessionStoreContract {
    private final ManualClock clock = new ManualClock();

    @Override
    protected SessionStore open() {
      return new RedisSessionStore(
          ClusterStores.store(clock, 1_800_000_000_000L, 5), MAX_SESSIONS, IDLE);
    }

    @Override
    protected void advance(Duration by) {
      clock.advance(by);
    }
  }
}
