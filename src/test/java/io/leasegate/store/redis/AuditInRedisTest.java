package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.audit.AuditChain;
import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditEntry;
import io.leasegate.audit.AuditKind;
import io.leasegate.audit.AuditPoint;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.AuditLog;
import io.leasegate.store.FakeClock;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.StoreContract;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import io.vertx.core.Future;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What only an audit in Redis must stand: several gateways, and hands in the store. */
class AuditInRedisTest {

  /** An entry in the reserved workspace. */
  private static final int THAT_THE_STORE_IS_NEW = 1;

  private static final long T0 = 1_800_000_000_000L;
  private static final String LOG = "lg:{acme}:audit";
  private static final String SEALS = "lg:{acme}:audit:seals";
  private static final String HEAD = "lg:{acme}:audit:head";

  private final FakeClock clock = new FakeClock();
  private final RedisStore here = RedisStores.ownStore(clock, T0);
  private final RedisStore there = RedisStores.ownStore(clock, T0);
  private final AuditLog log = new RedisAuditLog(here);
  private final AuditLog logThere = new RedisAuditLog(there);

  @BeforeEach
  void start() {
    RedisServer.sharedEmpty();
    Await.result(here.link().start());
    Await.result(there.link().start());
  }

  @AfterEach
  void close() {
    Await.result(here.close());
    Await.result(there.close());
  }

  private static AuditDraft note(String agent, long number) {
    return AuditDraft.of(AuditKind.STORE, "noted", agent).with("number", number);
  }

  private static void append(AuditLog log, int entries) {
    Await.result(
        log.append("acme", LongStream.range(0, entries).mapToObj(i -> note("ann", i)).toList()));
  }

  private AuditLog.Page page(AuditLog.Filter filter, long after) {
    return Await.result(log.page("acme", after, 1_000, filter));
  }

  /** Where the chain breaks, as a page shows it; 0: nowhere. */
  private long firstBad() {
    AuditLog.Page page = page(AuditLog.Filter.ALL, 0);
    AuditChain chain = new AuditChain("acme", page.from().orElse(AuditPoint.START));
    return page.entries().stream()
        .flatMap(entry -> chain.accept(entry.json()).stream())
        .findFirst()
        .or(() -> chain.end(page.head()))
        .map(AuditChain.Break::sequence)
        .orElse(0L);
  }

  private static Object redis(String... command) {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      return String.valueOf(commands.send(command));
    }
  }

  /** Writes a stream anew, with other values for one of its entries. */
  private static void forge(String stream, String id, String field, String value) {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      List<?> entries = (List<?>) Objects.requireNonNull(commands.send("XRANGE", stream, "-", "+"));
      commands.send("DEL", stream);
      for (Object each : entries) {
        List<?> entry = (List<?>) each;
        List<String> command = new ArrayList<>(List.of("XADD", stream, entry.get(0).toString()));
        ((List<?>) entry.get(1)).forEach(it -> command.add(it.toString()));
        if (entry.get(0).equals(id)) {
          command.set(command.indexOf(field) + 1, value);
        }
        commands.send(command.toArray(String[]::new));
      }
    }
  }

  @Test
  void whatTheLogDoesNotHaveAnyMoreIsNotSealed() {
    // Given a log that was rolled back after a gateway had looked at it
    append(log, 2);

    // When
    Reply reply =
        Await.result(
            here.scripts()
                .run(
                    Script.SEAL,
                    "acme",
                    List.of(
                        0, "", 1_000, 3_600_000, 3, "a-1", "1", "", "a-2", "2", "", "a-3", "3",
                        "")));

    // Then
    assertThat(reply.flag()).isFalse();
    assertThat(page(AuditLog.Filter.ALL, 0).entries())
        .extracting(AuditEntry::sequence)
        .containsExactly(1L, 2L);
    assertThat(firstBad()).isZero();
  }

  @Test
  void anEntryThatWasChangedIsFound() {
    // Given
    append(log, 5);
    assertThat(firstBad()).isZero();

    // When
    forge(LOG, "3-0", "details", "{\"number\":7}");

    // Then
    assertThat(firstBad()).isEqualTo(3);
  }

  @Test
  void anEntryThatNoScriptCanHaveWrittenIsShownAndFound() {
    // Given
    append(log, 5);
    assertThat(firstBad()).isZero();

    // When
    forge(LOG, "2-0", "details", "nonsense");
    forge(LOG, "4-0", "kind", "nonsense");

    // Then
    assertThat(page(AuditLog.Filter.ALL, 0).entries())
        .extracting(AuditEntry::operation)
        .containsExactly("noted", "unreadable", "noted", "unreadable", "noted");
    assertThat(firstBad()).isEqualTo(2);
  }

  @Test
  void anEntryThatWasTakenOutIsFound() {
    // Given
    append(log, 5);
    assertThat(firstBad()).isZero();

    // When
    redis("XDEL", LOG, "5-0");

    // Then
    assertThat(firstBad()).isEqualTo(5);
    assertThat(page(AuditLog.Filter.ALL, 0).nextAfter()).isEmpty();
    assertThat(page(AuditLog.Filter.ALL, 4).nextAfter()).isEmpty();
  }

  @Test
  void aSealThatWasChangedIsFound() {
    // Given
    append(log, 5);
    assertThat(firstBad()).isZero();

    // When
    forge(SEALS, "2-0", "hash", "0".repeat(64));

    // Then
    assertThat(firstBad()).isEqualTo(2);
  }

  @Test
  void anEntryThatWasTakenOutBeforeItWasSealedIsMissedForEver() {
    // Given
    append(log, 3);
    redis("XDEL", LOG, "2-0");

    // When
    int count = Await.result(log.seal());
    append(log, 1);

    // Then: the others are sealed, and who verifies learns that one is gone
    assertThat(count).isEqualTo(3 + THAT_THE_STORE_IS_NEW);
    assertThat(page(AuditLog.Filter.ALL, 0).entries())
        .extracting(AuditEntry::sequence)
        .containsExactly(1L, 3L, 4L);
    assertThat(firstBad()).isEqualTo(2);
  }

  @Test
  void gatewaysThatSealAtOnceMakeOneChain() {
    // Given
    List<Future<?>> all = new ArrayList<>();
    List<Future<Integer>> counts = new ArrayList<>();

    // When
    for (int i = 0; i < 40; i++) {
      for (AuditLog each : List.of(log, logThere)) {
        int entries = 1 + ThreadLocalRandom.current().nextInt(20);
        all.add(
            each.append(
                "acme", IntStream.range(0, entries).mapToObj(n -> note("ann", n)).toList()));
        counts.add(each.seal());
      }
    }
    Await.result(Future.all(all));
    counts.add(log.seal());
    counts.add(logThere.seal());
    Await.result(Future.all(counts));
    counts.add(log.seal());

    // Then
    assertThat(firstBad()).isZero();
    AuditPoint head = page(AuditLog.Filter.ALL, 0).head();
    assertThat(counts.stream().mapToLong(Await::result).sum())
        .isEqualTo(head.sequence() + THAT_THE_STORE_IS_NEW);
    assertThat(page(AuditLog.Filter.ALL, 0).entries()).hasSize((int) head.sequence());
  }

  private static long commands() {
    try (RedisCommands commands = RedisServer.shared().commands()) {
      return String.valueOf(commands.send("INFO", "stats"))
          .lines()
          .filter(line -> line.startsWith("total_commands_processed:"))
          .mapToLong(line -> Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
          .findFirst()
          .orElseThrow();
    }
  }

  @Test
  void whoWroteNothingAsksNothing() {
    // Given
    append(log, 3);
    Await.result(log.seal());
    long before = commands();

    // When
    int count = Await.result(log.seal()) + Await.result(logThere.seal());

    // Then
    assertThat(count).isZero();
    assertThat(commands() - before).as("the one that asks for the number").isEqualTo(1);
  }

  @Test
  void whatAGatewayLeftUnsealedWhenItDiedIsSealedByAnother() {
    // Given
    append(log, 3);
    assertThat(Await.result(logThere.seal())).isZero();

    // When
    Await.result(there.counts().recount());

    // Then
    assertThat(Await.result(logThere.seal())).isEqualTo(3);
    assertThat(redis("HGET", HEAD, "sealed")).isEqualTo("3");
  }

  @Test
  void whatIsTooOldGoesAlsoWhereNobodyWrites() {
    // Given
    append(log, 300);
    Await.result(log.seal());
    clock.advanceMs(StoreContract.AUDIT_RETENTION);
    append(log, 5);
    Await.result(log.seal());
    Await.result(there.counts().recount());
    assertThat(Await.result(logThere.seal())).isZero();
    assertThat(redis("XLEN", LOG)).isEqualTo("305");

    // When
    clock.advanceMs(1);
    Await.result(there.counts().recount());
    Await.result(logThere.seal());

    // Then
    assertThat(redis("HGET", HEAD, "anchor")).isEqualTo("300");
    assertThat(List.of(redis("XLEN", LOG), redis("XLEN", SEALS))).containsExactly("5", "5");
    assertThat(firstBad()).isZero();
  }

  @Test
  void aPageWithAFilterLooksAtABoundedNumberOfEntries() {
    // Given
    RedisStore wide =
        new RedisStore(
            here.link(),
            RedisStores.timeOf(() -> T0),
            new RedisStore.Bounds(5, 5, 1_000, 20_000, 1_000),
            Duration.ofSeconds(1),
            clock,
            () -> "id");
    AuditLog wideLog = new RedisAuditLog(wide);
    append(wideLog, AuditLog.MOST_LOOKED_AT + 300);
    Await.result(wideLog.append("acme", List.of(note("bob", 1))));
    AuditLog.Filter bob = new AuditLog.Filter(Optional.of("bob"), Set.of());

    // When
    AuditLog.Page first = Await.result(wideLog.page("acme", 0, 10, bob));
    AuditLog.Page second = Await.result(wideLog.page("acme", 10_000, 10, bob));

    // Then
    assertThat(first.entries()).isEmpty();
    assertThat(first.nextAfter()).hasValue(AuditLog.MOST_LOOKED_AT);
    assertThat(second.entries()).extracting(AuditEntry::sequence).containsExactly(10_301L);
    assertThat(second.nextAfter()).isEmpty();
  }

  @Test
  void aWorkspaceIsKilledInStepsOfWhichEachIsWrittenDown() {
    // Given
    RedisGrantStore grants = new RedisGrantStore(here);
    RedisLeaseStore leases = new RedisLeaseStore(here);
    List<Lease> opened = new ArrayList<>();
    for (int i = 0; i < 101; i++) {
      Identity agent = new Identity("acme", "agent-" + i);
      GrantDraft draft =
          new GrantDraft(
              "g-" + i,
              CapabilityGlob.parse("sim:call:a").orThrow(),
              60_000,
              Optional.empty(),
              "rule",
              GrantOrigin.EXPLICIT);
      Await.result(grants.issue(agent, Await.result(grants.read(agent)).revision(), draft));
      Await.result(leases.openTask(agent, "l-" + i, "goal", List.of(), Duration.ofMinutes(1), 1))
          .ifPresent(opened::add);
    }

    // When
    int ended = Await.result(grants.kill("acme", Optional.empty()));

    // Then
    List<AuditEntry> killed =
        page(new AuditLog.Filter(Optional.empty(), Set.of(AuditKind.KILL)), 0).entries();
    List<JsonObject> said = killed.stream().map(it -> new JsonObject(it.json())).toList();
    assertThat(ended).isEqualTo(101);
    assertThat(said).extracting(it -> it.getInteger("grants_revoked")).containsExactly(100, 1);
    assertThat(said).extracting(it -> it.getInteger("leases_revoked")).containsExactly(100, 1);
    assertThat(said).extracting(it -> it.getBoolean("continues")).containsExactly(null, true);
    assertThat(page(new AuditLog.Filter(Optional.empty(), Set.of(AuditKind.LEASE)), 0).entries())
        .extracting(it -> new JsonObject(it.json()).getString("id"))
        .hasSize(2 * opened.size())
        .doesNotHaveDuplicates();
  }
}
