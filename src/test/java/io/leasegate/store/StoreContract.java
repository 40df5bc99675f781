package io.leasegate.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Delegation;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.idempotency.KeptAnswer;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.lease.Lease;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;

/** What the suites of all ports share: one store over a clock that the test moves. */
public abstract class StoreContract {

  protected static final long T0 = 1_800_000_000_000L;
  protected static final Identity ANN = new Identity("acme", "ann");
  protected static final Identity BOB = new Identity("acme", "bob");
  protected static final Identity ELSEWHERE = new Identity("other", "ann");
  protected static final long MINUTE = 60_000;
  protected static final long HOUR = 60 * MINUTE;
  protected static final int MOST = 5;

  /** How long the stores under test keep the record of a key. */
  public static final long RETENTION = 24 * HOUR;

  /** Sealed entries that the stores under test keep in a workspace. */
  public static final long AUDIT_ENTRIES = 2_000;

  /** How long the stores under test keep those. */
  public static final long AUDIT_RETENTION = 48 * HOUR;

  protected final FakeClock clock = new FakeClock();
  private final AtomicInteger ids = new AtomicInteger();
  private @Nullable Stores stores;

  /**
   * A new store.
   *
   * @param startMillis the wall clock now
   * @param most live grants of an agent
   */
  protected abstract Stores make(FakeClock clock, long startMillis, int most);

  /** Where a store counts from time to time only: now. */
  protected void recount() {}

  @BeforeEach
  protected final void newStore() {
    stores = make(clock, T0, MOST);
  }

  private Stores stores() {
    return Objects.requireNonNull(stores);
  }

  protected GrantStore grants() {
    return stores().grants();
  }

  protected LeaseStore leases() {
    return stores().leases();
  }

  protected CallStore calls() {
    return stores().calls();
  }

  protected ApprovalStore approvals() {
    return stores().approvals();
  }

  protected String id(String prefix) {
    return prefix + "-" + ids.incrementAndGet();
  }

  protected static <T> T now(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  protected static CapabilityGlob glob(String text) {
    return CapabilityGlob.parse(text).orThrow();
  }

  protected GrantDraft draft(String glob, long ttlMs, Optional<Lease> lease) {
    return new GrantDraft(
        id("g"), glob(glob), ttlMs, lease.map(LeaseBinding::to), glob, GrantOrigin.EXPLICIT);
  }

  protected AgentRecords records(Identity identity) {
    return now(grants().read(identity));
  }

  protected Grant issue(Identity identity, String glob, long ttlMs) {
    return issue(identity, draft(glob, ttlMs, Optional.empty()));
  }

  protected Grant issue(Identity identity, String glob, long ttlMs, Lease lease) {
    return issue(identity, draft(glob, ttlMs, Optional.of(lease)));
  }

  private Grant issue(Identity identity, GrantDraft draft) {
    IssueResult result = now(grants().issue(identity, records(identity).revision(), draft));
    assertThat(result).isInstanceOf(IssueResult.Issued.class);
    return ((IssueResult.Issued) result).grant();
  }

  protected Grant delegate(Grant parent, Identity receiver, long ttlMs) {
    IssueResult result =
        now(
            grants()
                .delegate(
                    parent.identity(),
                    records(parent.identity()).revision(),
                    receiver,
                    id("g"),
                    parent.capability(),
                    new Delegation.Delegable(parent, ttlMs)));
    return ((IssueResult.Issued) result).grant();
  }

  protected Lease open(Identity identity, long totalMs, long writes, String... upstreams) {
    return now(leases()
            .openTask(
                identity, id("l"), "goal", List.of(upstreams), Duration.ofMillis(totalMs), writes))
        .orElseThrow();
  }

  protected AuditLog audit() {
    return stores().audit();
  }

  protected IdempotencyStore keys() {
    return stores().keys();
  }

  protected CallStore.Claim claim(Grant grant) {
    return claim(id("c"), grant.identity(), grant.id());
  }

  protected static CallStore.Claim claim(String attempt, Identity identity, String grantId) {
    return new CallStore.Claim(
        attempt, identity, grantId, "sim", "a", "sim:call:a", true, Optional.empty());
  }

  /** It was answered. */
  protected static CallStore.Settlement ran() {
    return new CallStore.Settlement(new KeyOutcome.Answered(new KeptAnswer.NotKept(false)), "ok");
  }

  /** It did not run. */
  protected static CallStore.Settlement notRun() {
    return new CallStore.Settlement(new KeyOutcome.NotExecuted(), "not_executed");
  }

  /** The lease as it is now. */
  protected Lease stored(Identity identity, Lease lease) {
    return Objects.requireNonNull(records(identity).leases().get(lease.id()));
  }

  protected long used(Lease lease) {
    Identity holder = new Identity(lease.workspace(), lease.holder().identity());
    return stored(holder, lease).budget().orElseThrow().writesUsed();
  }
}
