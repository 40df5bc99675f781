package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.audit.AuditEntry;
import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.store.AuditLog;
import io.leasegate.store.FakeClock;
import io.leasegate.store.SessionRecord;
import io.leasegate.store.StoreUnavailable;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The record of the store as a whole, and what a gateway does that finds another one. */
class SchemaCheckTest {

  private static final long T0 = 1_800_000_000_000L;
  private static final Identity ANN = new Identity("acme", "ann");
  private static final String RECORD = "lg:{_}:schema";

  private final FakeClock clock = new FakeClock();
  private final RedisStore here = RedisStores.ownStore(clock, T0);
  private final RedisStore there = RedisStores.ownStore(clock, T0);
  private final RedisGrantStore grants = new RedisGrantStore(here);
  private final RedisAuditLog audit = new RedisAuditLog(here);
  private final List<String> lost = new CopyOnWriteArrayList<>();

  @BeforeEach
  void start() {
    RedisServer.sharedEmpty();
    Await.result(here.start());
    grants.onLost(lost::add);
    Await.until("this one listens", () -> number("PUBSUB", "NUMPAT") == 1);
  }

  @AfterEach
  void close() {
    Await.result(here.close());
    Await.result(there.close());
  }

  private static Object redis(String... command) {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      return String.valueOf(commands.send(command));
    }
  }

  private static long number(String... command) {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      return commands.number(command);
    }
  }

  private Future<Integer> kill() {
    return grants.kill("acme", Optional.of("bob"));
  }

  private static StoreUnavailable refusal(Future<?> future) {
    Await.until("it has ended", future::isComplete);
    return (StoreUnavailable) future.cause();
  }

  private List<String> storeEntries() {
    return Await.result(audit.page(AuditLog.WHOLE_STORE, 0, 10, AuditLog.Filter.ALL))
        .entries()
        .stream()
        .map(AuditEntry::operation)
        .toList();
  }

  @Test
  void aNewStoreGetsItsRecordOnce() {
    // When
    Await.result(there.start());

    // Then
    assertThat(redis("HGET", RECORD, "version")).isEqualTo("1");
    assertThat(storeEntries()).containsExactly("founded");
    assertThat(Await.result(here.workspaces())).isEmpty();
  }

  @Test
  void aStoreInAnotherFormIsReadAndNotChanged() {
    // Given
    Await.result(kill());
    Await.result(grants.read(ANN));
    RedisSessionStore sessions = new RedisSessionStore(here, 5, Duration.ofMinutes(30));
    Await.result(sessions.open(new SessionRecord("s-1", ANN, "v", "{}", Optional.empty())));
    redis("HSET", RECORD, "version", "2");
    long entries = number("XLEN", "lg:{acme}:audit");

    // When: somebody says so
    redis("PUBLISH", "lg:{_}:hint", "schema");

    // Then
    Await.until("it was looked at", () -> here.problem().isPresent());
    StoreUnavailable refused = refusal(kill());
    assertThat(refused.code()).isEqualTo(ErrorCode.PARITY_MISMATCH);
    assertThat(refused.mayHaveRun()).isFalse();
    assertThat(refused).hasMessageContaining("schema 2");
    assertThat(here.problem()).hasValueSatisfying(it -> assertThat(it).contains("schema 2"));
    assertThat(Await.result(grants.read(new Identity("acme", "bob"))).killed()).isTrue();
    assertThat(Await.result(sessions.find("s-1", ANN))).isPresent();
    assertThat(number("XLEN", "lg:{acme}:audit")).isEqualTo(entries);
    assertThat(refusal(audit.seal()).code()).isEqualTo(ErrorCode.PARITY_MISMATCH);
  }

  @Test
  void aGatewayThatComesLaterFindsTheOtherForm() {
    // Given
    redis("HSET", RECORD, "version", "2");

    // When
    Await.result(there.start());

    // Then
    assertThat(refusal(new RedisGrantStore(there).kill("acme", Optional.empty())).code())
        .isEqualTo(ErrorCode.PARITY_MISMATCH);
    assertThat(redis("HGET", RECORD, "version")).isEqualTo("2");
  }

  @Test
  void aConnectionThatIsNewIsNotTrusted() {
    // Given: nobody says anything
    here.hints().close();
    Await.result(kill());
    redis("HSET", RECORD, "version", "2");

    // When
    redis("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes");

    // Then: no change gets through
    Await.until("it is connected again", () -> refusal(kill()).code() == ErrorCode.PARITY_MISMATCH);
  }

  @Test
  void aStoreThatIsTheOldOneAgainIsChangedAgain() {
    // Given
    redis("HSET", RECORD, "version", "2");
    Await.result(here.schema().look());

    // When
    redis("HSET", RECORD, "version", "1");
    Await.result(here.schema().look());

    // Then
    assertThat(here.problem()).isEmpty();
    assertThat(Await.result(kill())).isZero();
  }

  @Test
  void aStoreThatLostItsRecordHasLostEverything() {
    // Given
    Await.result(kill());
    Await.result(grants.read(ANN));
    RedisServer.sharedEmpty();

    // When: another one comes, and finds a new store
    Await.result(there.start());

    // Then
    Await.until("it was heard of", () -> !lost.isEmpty());
    assertThat(here.alarms().remarks())
        .singleElement()
        .asString()
        .startsWith("store_rolled_back: redis has lost everything");
    assertThat(lost).containsExactly("acme");
    assertThat(there.alarms().remarks()).isEmpty();
    assertThat(Await.result(kill())).as("it is used on").isZero();
    assertThat(Await.result(here.workspaces())).containsExactly("acme");
  }
}
