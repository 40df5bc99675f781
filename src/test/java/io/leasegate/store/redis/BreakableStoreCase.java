package io.leasegate.store.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.CallStore;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.IssueResult;
import io.leasegate.testing.Await;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** What tests do with a store that they may break. */
abstract class BreakableStoreCase {

  static final Identity ANN = new Identity("acme", "ann");

  final AtomicInteger ids = new AtomicInteger();

  final RedisStore newStore(RedisSettings settings) {
    return new RedisStore(
        RedisStores.vertx(),
        settings,
        new RedisStore.Bounds(10, 10, 3_600_000, 1_000, 3_600_000),
        Duration.ofSeconds(1),
        System::nanoTime,
        () -> "id-" + ids.incrementAndGet());
  }

  abstract RedisStore store();

  abstract RedisGrantStore grants();

  final Lease lease() {
    return Await.result(
            new RedisLeaseStore(store())
                .openTask(
                    ANN, "l-" + ids.incrementAndGet(), "goal", List.of(), Duration.ofHours(1), 50))
        .orElseThrow();
  }

  final Grant grant(Lease lease) {
    GrantDraft draft =
        new GrantDraft(
            "g-" + ids.incrementAndGet(),
            CapabilityGlob.parse("sim:call:a").orThrow(),
            600_000,
            Optional.of(LeaseBinding.to(lease)),
            "rule",
            GrantOrigin.EXPLICIT);
    long revision = Await.result(grants().read(ANN)).revision();
    return ((IssueResult.Issued) Await.result(grants().issue(ANN, revision, draft))).grant();
  }

  /** A write without a key. */
  final CallStore.Claim claim(Grant grant) {
    return new CallStore.Claim(
        "c-" + ids.incrementAndGet(),
        ANN,
        grant.id(),
        "sim",
        "a",
        "sim:call:a",
        true,
        Optional.empty());
  }

  /** Writes of the lease. */
  final long used(Lease lease) {
    return Objects.requireNonNull(Await.result(grants().read(ANN)).leases().get(lease.id()))
        .budget()
        .orElseThrow()
        .writesUsed();
  }

  static Throwable failure(Future<?> future) {
    Await.until("it has ended", future::isComplete);
    assertThat(future.failed()).isTrue();
    return future.cause();
  }
}
