package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.audit.AuditEntry;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.AgentRecords;
import io.leasegate.store.AuditLog;
import io.leasegate.store.FakeClock;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.IssueResult;
import io.leasegate.store.StoreAcceptance;
import io.leasegate.store.StoreUnavailable;
import io.leasegate.testing.Await;
import io.leasegate.testing.RedisServer;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an operator has to look at, and how they say that they did. */
class RedisAcceptanceTest {

  private static final long T0 = 1_800_000_000_000L;
  private static final long AHEAD = 2 * 3_600_000;
  private static final Identity ANN = new Identity("acme", "ann");

  private final FakeClock clock = new FakeClock();
  private final AtomicLong redisClock = new AtomicLong(T0);
  private final AtomicInteger ids = new AtomicInteger();
  private final RedisStore here = store();
  private final RedisStore there = store();
  private final RedisGrantStore grants = new RedisGrantStore(here);
  private final RedisLeaseStore leases = new RedisLeaseStore(here);
  private final RedisAuditLog audit = new RedisAuditLog(here);
  private final RedisAcceptance acceptance = new RedisAcceptance(here);

  private RedisStore store() {
    return new RedisStore(
        RedisStores.unconnected(new RedisSettings.Topology.Standalone(RedisServer.shared().uri())),
        RedisStores.timeOf(redisClock::get),
        new RedisStore.Bounds(200, 200, 3_600_000, 1_000, 3_600_000),
        Duration.ofSeconds(1),
        clock,
        () -> "id-" + ids.incrementAndGet());
  }

  @BeforeEach
  void start() {
    RedisServer.sharedEmpty();
    Await.result(here.start());
    Await.result(there.start());
  }

  @AfterEach
  void close() {
    Await.result(here.close());
    Await.result(there.close());
  }

  private Grant issue(Identity who, Optional<Lease> lease) {
    GrantDraft draft =
        new GrantDraft(
            "g-" + ids.incrementAndGet(),
            CapabilityGlob.parse("sim:call:a").orThrow(),
            60_000,
            lease.map(LeaseBinding::to),
            "rule",
            GrantOrigin.EXPLICIT);
    long revision = Await.result(grants.read(who)).revision();
    return ((IssueResult.Issued) Await.result(grants.issue(who, revision, draft))).grant();
  }

  private Lease lease() {
    return Await.result(
            leases.openTask(
                ANN, "l-" + ids.incrementAndGet(), "goal", List.of(), Duration.ofHours(1), 5))
        .orElseThrow();
  }

  private static boolean isRefused(Future<?> change) {
    Await.until("it has ended", change::isComplete);
    return change.cause() instanceof StoreUnavailable;
  }

  private List<String> operations(String workspace) {
    return Await.result(audit.page(workspace, 0, 1_000, AuditLog.Filter.ALL)).entries().stream()
        .map(AuditEntry::operation)
        .toList();
  }

  @Test
  void aLossIsAcceptedForAllReplicas() {
    // Given
    here.alarms().rolledBack("changes of workspace acme");
    there.alarms().rolledBack("changes of workspace other");
    redisClock.addAndGet(5);

    // When
    StoreAcceptance.Accepted accepted = Await.result(acceptance.accept());

    // Then
    assertThat(acceptance.isRolledBack()).isFalse();
    Await.until("the other hears of it", () -> there.alarms().remarks().isEmpty());
    assertThat(accepted).isEqualTo(new StoreAcceptance.Accepted(List.of(), 0, 0));
    assertThat(operations(AuditLog.WHOLE_STORE)).containsExactly("founded", "accepted");
  }

  @Test
  void aLossThatIsSeenLaterIsNotAccepted() {
    // Given
    Await.result(acceptance.accept());
    redisClock.addAndGet(5);
    Await.result(there.workspaces());

    // When
    there.alarms().rolledBack("changes of workspace acme");
    Await.result(there.schema().look());

    // Then
    assertThat(there.alarms().remarks()).hasSize(1);
  }

  @Test
  void aClockThatWentBackStopsChangesUntilItIsAccepted() {
    // Given
    Grant before = issue(ANN, Optional.empty());
    redisClock.addAndGet(AHEAD);
    Grant ahead = issue(ANN, Optional.of(lease()));
    redisClock.set(T0 + 1_000);

    // When
    boolean refused = isRefused(grants.kill("acme", Optional.of("bob")));
    List<String> said = here.alarms().remarks();
    StoreAcceptance.Accepted accepted = Await.result(acceptance.accept());

    // Then: what the wrong clock gave would have lasted hours
    assertThat(refused).isTrue();
    assertThat(said).singleElement().asString().contains("60 s behind", "acme");
    assertThat(accepted).isEqualTo(new StoreAcceptance.Accepted(List.of("acme"), 1, 1));
    AgentRecords records = Await.result(grants.read(ANN));
    assertThat(records.storeNow()).isEqualTo(T0 + 1_000);
    assertThat(records.grants())
        .filteredOn(it -> it.revocation().isEmpty())
        .extracting(Grant::id)
        .containsExactly(before.id())
        .doesNotContain(ahead.id());
    assertThat(Await.result(grants.kill("acme", Optional.of("bob")))).isZero();
    assertThat(here.alarms().remarks()).isEmpty();
    assertThat(operations("acme")).contains("clock_accepted");
  }

  @Test
  void whatEndedByTheClockThatWasAheadDoesNotLiveAgain() {
    // Given
    redisClock.addAndGet(AHEAD);
    issue(ANN, Optional.empty());
    redisClock.addAndGet(120_000);
    Await.result(grants.kill("acme", Optional.of("bob")));
    redisClock.set(T0);

    // When
    Await.result(acceptance.accept());

    // Then
    assertThat(Await.result(grants.live(Optional.empty(), 10)).items()).isEmpty();
  }

  @Test
  void manyAgentsAreDoneBeforeTheClockIsSet() {
    // Given
    redisClock.addAndGet(AHEAD);
    for (int i = 0; i < 101; i++) {
      issue(new Identity("acme", "agent-" + i), Optional.empty());
    }
    redisClock.set(T0);

    // When
    StoreAcceptance.Accepted accepted = Await.result(acceptance.accept());

    // Then
    assertThat(accepted.grantsRevoked()).isEqualTo(101);
    assertThat(operations("acme")).filteredOn("clock_accepted"::equals).hasSize(1);
  }

  @Test
  void aClockThatIsRightIsLeftAlone() {
    // Given
    issue(ANN, Optional.empty());
    long entries = operations("acme").size();

    // When
    Await.result(acceptance.accept());

    // Then
    assertThat(operations("acme")).hasSize((int) entries);
    assertThat(Await.result(grants.live(Optional.empty(), 10)).items()).hasSize(1);
  }
}
