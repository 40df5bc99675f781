package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.grant.Grant;
import io.leasegate.core.idempotency.Fingerprint;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyedCall;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.CallStore;
import io.leasegate.store.FakeClock;
import io.leasegate.store.StoreContract;
import io.leasegate.store.StoreUnavailable;
import io.leasegate.store.Stores;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What claims in Redis do beyond the contract: late ones, the audit, and the clock. */
class RedisClaimTest extends StoreContract {

  private @Nullable RedisStore store;

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    store = RedisStores.store(clock, startMillis, most);
    return RedisStores.ports(store);
  }

  private RedisStore store() {
    return Objects.requireNonNull(store);
  }

  private static Throwable failure(Future<?> future) {
    Await.until("it has ended", future::isComplete);
    assertThat(future.failed()).isTrue();
    return future.cause();
  }

  private static List<String> redis(String... command) {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      return commands.texts(command);
    }
  }

  private Future<Reply> claimNotAfter(Grant grant, String attempt, long notAfter) {
    return store()
        .ask(
            Script.CLAIM,
            "acme",
            "ann",
            attempt,
            grant.id(),
            true,
            notAfter,
            "sim",
            "a",
            "{\"attempt\":\"" + attempt + "\"}",
            "{\"write\":true}",
            "",
            "",
            false,
            false,
            true,
            RETENTION,
            MOST);
  }

  @Test
  void aClaimThatComesTooLateTakesNothing() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    Grant grant = issue(ANN, "sim:call:a", MINUTE, lease);

    // When
    Throwable late = failure(claimNotAfter(grant, "c-late", T0 - 1));

    // Then
    assertThat(late).isInstanceOf(StoreUnavailable.class);
    assertThat(used(lease)).isZero();
    assertThat(redis("KEYS", "*claim*")).isEmpty();
  }

  @Test
  void aClaimIsSentWithTheStoresTimeAndThePatienceOfItsSender() {
    // Given: the last answer came at T0, and a second has gone by here
    records(ANN);
    clock.advanceMs(1_000);

    // Then
    assertThat(now(store().notAfter())).isEqualTo(T0 + 1_000 + store().link().timeoutMs());
  }

  @Test
  void aClaimThatWasGivenUpBeforeItCameIsBarredForAMinute() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    CallStore.Claim claim = claim(issue(ANN, "sim:call:a", MINUTE, lease));
    now(calls().abandon(claim));

    // When
    Throwable barred = failure(calls().claim(claim));

    // Then
    assertThat(barred).isInstanceOf(StoreUnavailable.class);
    assertThat(used(lease)).isZero();
    try (RedisCommands commands = RedisServer.shared().commands()) {
      assertThat(commands.number("PTTL", "lg:{acme}:claim:" + claim.attempt()))
          .isBetween(1L, 60_000L);
    }
  }

  @Test
  void anAttemptIsClaimedOnce() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    Grant grant = issue(ANN, "sim:call:a", MINUTE, lease);
    now(claimNotAfter(grant, "c-1", T0 + HOUR));

    // When
    Throwable again = failure(claimNotAfter(grant, "c-1", T0 + HOUR));

    // Then
    assertThat(again).isInstanceOf(StoreUnavailable.class);
    assertThat(used(lease)).isEqualTo(1);
  }

  @Test
  void eachStepOfACallIsWrittenDown() {
    // Given
    Lease lease = open(ANN, HOUR, 5, "sim");
    Grant grant = issue(ANN, "sim:call:a", MINUTE, lease);
    CallStore.KeyUse use =
        new CallStore.KeyUse(
            new IdempotencyKey("k \"1\""),
            new KeyedCall(Fingerprint.of(new byte[Fingerprint.LENGTH]), false, false),
            true);
    CallStore.Claim first = keyed("c-1", grant, use);
    CallStore.Claim retry = keyed("c-2", grant, use);

    // When
    now(calls().claim(first));
    clock.advanceMs(5);
    now(calls().settle(first, ran()));
    now(calls().claim(retry));
    now(calls().settle(retry, ran()));

    // Then
    List<JsonObject> details = new ArrayList<>();
    List<String> operations = new ArrayList<>();
    try (RedisCommands commands = RedisServer.shared().commands()) {
      List<?> entries = (List<?>) commands.send("XRANGE", "lg:{acme}:audit", "3-0", "+");
      for (Object entry : Objects.requireNonNull(entries)) {
        List<?> fields = (List<?>) ((List<?>) entry).get(1);
        operations.add(((List<?>) entry).get(0) + " " + fields.get(3) + " " + fields.get(7));
        details.add(new JsonObject((String) fields.get(9)));
      }
    }
    assertThat(operations)
        .containsExactly(
            "3-0 call_started " + T0,
            "4-0 call_settled " + (T0 + 5),
            "5-0 idempotency_replayed " + (T0 + 5),
            "6-0 late_outcome " + (T0 + 5));
    assertThat(details)
        .containsExactly(
            new JsonObject()
                .put("attempt", "c-1")
                .put("key", "k \"1\"")
                .put("upstream", "sim")
                .put("tool", "a")
                .put("capability", "sim:call:a")
                .put("write", true)
                .put("grant_id", grant.id())
                .put("lease_id", lease.id())
                .put("generation", 1),
            new JsonObject().put("attempt", "c-1").put("key", "k \"1\"").put("outcome", "ok"),
            new JsonObject()
                .put("attempt", "c-2")
                .put("key", "k \"1\"")
                .put("first_attempt", "c-1"),
            new JsonObject().put("attempt", "c-2").put("key", "k \"1\"").put("outcome", "ok"));
  }

  private static CallStore.Claim keyed(String attempt, Grant grant, CallStore.KeyUse use) {
    return new CallStore.Claim(
        attempt, ANN, grant.id(), "sim", "a", "sim:call:a", true, Optional.of(use));
  }

  @Test
  void theClockNeverGoesBackBehindTheNewestEntry() {
    // Given
    Grant grant = issue(ANN, "sim:call:a", MINUTE);
    now(calls().claim(claim(grant)));
    redis("HSET", "lg:{acme}:audit:head", "at", String.valueOf(T0 + 50_000));

    // When
    AgentTimes times = new AgentTimes(records(ANN).storeNow(), issue(ANN, "sim:call:b", MINUTE));

    // Then
    assertThat(times.now()).isEqualTo(T0 + 50_000);
    assertThat(times.grant().issuedAt()).isEqualTo(T0 + 50_000);
  }

  private record AgentTimes(long now, Grant grant) {}

  @Test
  void aClockFarBehindChangesNothing() {
    // Given
    Grant grant = issue(ANN, "sim:call:a", MINUTE);
    redis("HSET", "lg:{acme}:audit:head", "sequence", "7", "at", String.valueOf(T0 + 60_001));

    // When
    Throwable claimed = failure(calls().claim(claim(grant)));
    Throwable revoked = failure(grants().revoke(ANN, grant.id()));

    // Then
    assertThat(claimed).isInstanceOf(StoreUnavailable.class).hasMessageContaining("clock");
    assertThat(revoked).isInstanceOf(StoreUnavailable.class).hasMessageContaining("clock");
    assertThat(records(ANN).grants()).hasSize(1);
  }
}
