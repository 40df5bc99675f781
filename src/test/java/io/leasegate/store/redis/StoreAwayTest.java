package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.grant.Grant;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.CallStore;
import io.leasegate.store.StoreUnavailable;
import io.leasegate.testing.Await;
import io.leasegate.testing.MutedProxy;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import io.vertx.core.Future;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Redis stops, hangs or takes no writes, and comes back. */
class StoreAwayTest extends BreakableStoreCase {

  /** How long a server that hangs is waited for; one that is only slow answers sooner. */
  private static final Duration PATIENCE = Duration.ofSeconds(3);

  private final RedisServer server = RedisServer.start();
  private final RedisStore store = newStore();
  private final RedisGrantStore grants = new RedisGrantStore(store);
  private final RedisCallStore calls = new RedisCallStore(store);

  @BeforeEach
  void start() {
    Await.result(store.start());
  }

  @AfterEach
  void close() {
    Await.result(store.close());
    server.close();
  }

  @Override
  RedisStore store() {
    return store;
  }

  @Override
  RedisGrantStore grants() {
    return grants;
  }

  private RedisStore newStore() {
    return newStore(
        new RedisSettings(new RedisSettings.Topology.Standalone(server.uri()), PATIENCE));
  }

  /** Connections of the server, without the one that asks. */
  private long connections() {
    try (RedisCommands commands = server.commands()) {
      return String.valueOf(commands.send("CLIENT", "LIST")).lines().count() - 1;
    }
  }

  /** Whether the store answers now. */
  private boolean answers() {
    Future<?> read = grants.read(ANN);
    Await.until("it has ended", read::isComplete);
    return read.succeeded();
  }

  @Test
  void aClaimThatAHangingServerRunsLateTakesNothing() {
    // Given
    Lease lease = lease();
    Grant grant = grant(lease);
    server.pause();

    // When
    Throwable given = failure(calls.claim(claim(grant)));
    server.resume();
    Await.until("the store answers again", this::answers);
    Await.until("the claim is taken back", () -> store.repeats().waiting() == 0);

    // Then
    assertThat(given).isInstanceOf(StoreUnavailable.class);
    assertThat(used(lease)).isZero();
    assertThat(Await.result(calls.claim(claim(grant))))
        .isInstanceOf(CallStore.Verdict.Execute.class);
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void aSettleWithoutAnAnswerCanBeRepeated() {
    // Given
    Lease lease = lease();
    Grant grant = grant(lease);
    CallStore.Claim claim = claim(grant);
    Await.result(calls.claim(claim));
    server.pause();

    // When
    CallStore.Settlement notRun =
        new CallStore.Settlement(new KeyOutcome.NotExecuted(), "not_executed");
    Throwable given = failure(calls.settle(claim, notRun));
    server.resume();

    // Then
    assertThat(given).isInstanceOf(StoreUnavailable.class);
    Await.until("the store answers again", this::answers);
    Await.result(calls.settle(claim, notRun));
    assertThat(used(lease)).isZero();
    assertThat(
            Await.result(
                calls.settle(
                    claim,
                    new CallStore.Settlement(
                        new KeyOutcome.Answered(new KeptAnswer.NotKept(false)), "ok"))))
        .isEqualTo(new CallStore.Settled(false, Optional.empty()));
  }

  @Test
  void aStoreThatIsClosedWhileItConnectsLeavesNoConnection() {
    // Given
    Await.until("both are there", () -> connections() == 2);
    Await.result(store.close());
    Await.until("both are gone", () -> connections() == 0);
    RedisStore late = newStore();
    server.pause();

    // When
    Future<?> started = late.start();
    Await.result(late.close());
    server.resume();
    Await.until("the start has ended", started::isComplete);

    // Then
    Await.until("none is left", () -> connections() == 0);
  }

  @Test
  void aServerThatDiedAndCameBackIsUsedAgain() {
    // Given
    Grant grant = grant(lease());
    server.kill();

    // When
    Throwable given = failure(calls.claim(claim(grant)));
    server.restart();

    // Then: it kept nothing, and what is not in the store is revoked
    assertThat(given).isInstanceOf(StoreUnavailable.class);
    Await.until("the store answers again", this::answers);
    assertThat(Await.result(calls.claim(claim(grant))))
        .isInstanceOf(CallStore.Verdict.Refused.class);
  }

  @Test
  void aServerThatIsNoMasterAnyMoreIsAway() {
    // Given
    Grant grant = grant(lease());
    try (RedisCommands commands = server.commands()) {
      commands.send("REPLICAOF", "127.0.0.1", "1");

      // When
      Throwable given = failure(calls.claim(claim(grant)));

      // Then
      assertThat(given).isInstanceOf(StoreUnavailable.class);
      commands.send("REPLICAOF", "NO", "ONE");
    }
    Await.until("the store answers again", this::answers);
    assertThat(Await.result(calls.claim(claim(grant))))
        .isInstanceOf(CallStore.Verdict.Execute.class);
  }

  @Test
  void tooFewReplicasAreAReasonToRefuse() {
    // Given
    Grant grant = grant(lease());
    try (RedisCommands commands = server.commands()) {
      commands.send("CONFIG", "SET", "min-replicas-to-write", "1");
    }

    // When, Then
    assertThat(failure(calls.claim(claim(grant))))
        .isInstanceOf(StoreUnavailable.class)
        .hasMessageContaining("NOREPLICAS");
  }

  @Test
  void nothingIsWrittenToAServerThatForgets() {
    // Given
    Grant grant = grant(lease());
    try (RedisCommands commands = server.commands()) {
      commands.send("CONFIG", "SET", "maxmemory-policy", "allkeys-lru");
      Await.result(store.eviction().look());

      // When
      Throwable given = failure(calls.claim(claim(grant)));

      // Then
      assertThat(given).isInstanceOf(StoreUnavailable.class).hasMessageContaining("allkeys-lru");
      assertThat(store.problem()).isPresent();
      assertThat(answers()).as("what is there can be read").isTrue();
      commands.send("CONFIG", "SET", "maxmemory-policy", "noeviction");
    }
    Await.result(store.eviction().look());
    assertThat(store.problem()).isEmpty();
    assertThat(Await.result(calls.claim(claim(grant))))
        .isInstanceOf(CallStore.Verdict.Execute.class);
  }

  @Test
  void whatCannotBeReachedAtTheStartIsReachedLater() {
    // Given
    server.kill();
    Throwable given = failure(grants.read(ANN));

    // When
    server.restart();

    // Then
    assertThat(given).isInstanceOf(StoreUnavailable.class);
    Await.until("the link is up", () -> store.problem().isEmpty());
    assertThat(answers()).isTrue();
  }

  @Test
  void aConnectionThatFellSilentIsMadeAnew() {
    // Given
    try (MutedProxy way = new MutedProxy(RedisStores.vertx(), server.port())) {
      RedisLink link =
          new RedisLink(
              RedisStores.vertx(),
              new RedisSettings(new RedisSettings.Topology.Standalone(way.uri()), PATIENCE),
              System::nanoTime);
      Await.result(link.start());
      Request ping = Request.cmd(Command.PING);
      Await.result(link.send(ping));

      // When
      way.mute();
      Throwable given = failure(link.send(ping));

      // Then
      assertThat(given).isInstanceOf(StoreUnavailable.class);
      Await.until(
          "a new connection is used",
          () -> {
            Future<?> answer = link.send(ping);
            Await.until("it has ended", answer::isComplete);
            return answer.succeeded();
          });
      Await.result(link.close());
    }
  }
}
