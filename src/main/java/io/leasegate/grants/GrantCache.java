package io.leasegate.grants;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.leasegate.core.call.Identity;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.time.NanoClock;
import io.leasegate.store.AgentRecords;
import io.leasegate.store.GrantStore;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import org.jspecify.annotations.Nullable;

/**
 * The views of the agents that call through this process. A view goes when the store says that its
 * agent has changed, or when nobody asked for it in a while; what it allows is confirmed in the
 * claim step of each write. Safe from every loop.
 */
public final class GrantCache {

  /** Agents of whom a view is kept; of the others it is read again when they call. */
  private static final int AGENTS = 1_000_000;

  private static final Duration IDLE = Duration.ofMinutes(2);
  private static final int STRIPES = 1024;

  private final GrantStore store;
  private final NanoClock clock;
  private final Cache<Identity, AgentView> views;
  private final CompiledGlobs globs = new CompiledGlobs();

  /** Changes that were heard of; agents share a count. */
  private final AtomicIntegerArray changes = new AtomicIntegerArray(STRIPES);

  public GrantCache(GrantStore store, NanoClock clock) {
    this.store = store;
    this.clock = clock;
    this.views =
        Caffeine.newBuilder()
            .maximumSize(AGENTS)
            .expireAfterAccess(IDLE)
            .ticker(clock::nanoTime)
            .build();
    store.onChange(this::changed);
    store.onLost(this::lost);
  }

  /** The view at hand, or null when there is none that may be decided by. */
  public @Nullable AgentView current(Identity identity) {
    AgentView view = views.getIfPresent(identity);
    return view != null && store.used(identity.workspace()) ? view : null;
  }

  /** The view at hand, or a fresh one. */
  public Future<AgentView> get(Identity identity) {
    AgentView view = views.getIfPresent(identity);
    return view != null ? Future.succeededFuture(view) : refresh(identity);
  }

  /** A view of the records as they are now. */
  public Future<AgentView> refresh(Identity identity) {
    int seen = changes.get(stripe(identity));
    long before = clock.nanoTime();
    return store.read(identity).map(records -> keep(records, before, seen));
  }

  private AgentView keep(AgentRecords records, long before, int seen) {
    Identity identity = records.identity();
    AgentView fresh = new AgentView(records, before, globs);
    AgentView kept =
        views
            .asMap()
            .merge(
                identity,
                fresh,
                (there, read) ->
                    there.records().revision() > read.records().revision() ? there : read);
    if (changes.get(stripe(identity)) != seen) {
      // the agent may have changed between the read and now: this view must not stay
      views.asMap().remove(identity, kept);
    }
    return kept;
  }

  /** Takes what a step of the store said about a lease to the newest view of the agent. */
  public void heard(Identity identity, Lease lease) {
    AgentView view = current(identity);
    if (view != null) {
      view.heard(lease);
    }
  }

  private void changed(Identity identity) {
    changes.incrementAndGet(stripe(identity));
    views.invalidate(identity);
  }

  /** Nobody knows what has changed in the workspace. Rare, so that it may go through all views. */
  private void lost(String workspace) {
    for (int stripe = 0; stripe < STRIPES; stripe++) {
      changes.incrementAndGet(stripe);
    }
    views.asMap().keySet().removeIf(identity -> identity.workspace().equals(workspace));
  }

  private static int stripe(Identity identity) {
    int hash = identity.hashCode();
    return (hash ^ (hash >>> 16)) & (STRIPES - 1);
  }
}
