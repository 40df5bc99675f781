package io.leasegate.grants;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.policy.Policy;
import io.leasegate.store.FakeClock;
import io.leasegate.store.Stores;
import io.leasegate.store.memory.MemoryStores;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;

/** Everything behind requests for capabilities, over a memory store and a clock of the test. */
public final class GrantFixture {

  public static final long T0 = 1_800_000_000_000L;
  public static final Identity ANN = new Identity("acme", "ann");
  public static final Identity BOB = new Identity("acme", "bob");

  public final FakeClock clock = new FakeClock();
  public final Stores stores;
  public final GrantCache cache;
  public final GrantIssuer issuer;
  private final AtomicInteger ids = new AtomicInteger();
  public volatile Policy policy;

  public GrantFixture(String yaml) {
    this(yaml, 1_000);
  }

  public GrantFixture(String yaml, int mostGrants) {
    this.policy = Policies.of(yaml);
    this.stores = MemoryStores.make(clock, T0, mostGrants);
    this.cache = new GrantCache(stores.grants(), clock);
    this.issuer =
        new GrantIssuer(
            stores.grants(),
            stores.approvals(),
            cache,
            () -> policy,
            this::id,
            (identity, glob) ->
                glob.text().contains("nobody") ? Optional.of("useless") : Optional.empty());
  }

  public String id() {
    return Integer.toString(ids.incrementAndGet());
  }

  public static <T> T now(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }

  public static CapabilityRequest request(Identity identity, String glob) {
    return new CapabilityRequest(
        identity,
        CapabilityGlob.parse(glob).orThrow(),
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        "why",
        GrantOrigin.EXPLICIT,
        Optional.empty());
  }

  public static CapabilityRequest request(Identity identity, String glob, String ttl, Lease lease) {
    return new CapabilityRequest(
        identity,
        CapabilityGlob.parse(glob).orThrow(),
        Optional.of(ttl),
        Optional.of(lease.id()),
        OptionalLong.empty(),
        "why",
        GrantOrigin.EXPLICIT,
        Optional.empty());
  }

  public static CapabilityRequest request(Identity identity, String glob, String ttl) {
    return new CapabilityRequest(
        identity,
        CapabilityGlob.parse(glob).orThrow(),
        Optional.of(ttl),
        Optional.empty(),
        OptionalLong.empty(),
        "why",
        GrantOrigin.EXPLICIT,
        Optional.empty());
  }

  public RequestOutcome ask(CapabilityRequest request) {
    return now(issuer.request(request));
  }

  public Grant granted(CapabilityRequest request) {
    RequestOutcome outcome = ask(request);
    if (!(outcome instanceof RequestOutcome.Granted granted)) {
      throw new AssertionError("not granted: " + outcome);
    }
    return granted.grant();
  }

  public Lease open(Identity identity, Duration total, long writes, String... upstreams) {
    return now(stores
            .leases()
            .openTask(identity, "l-" + id(), "goal", List.of(upstreams), total, writes))
        .orElseThrow();
  }
}
