package io.leasegate.grants;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.time.NanoClock;
import io.leasegate.store.AgentRecords;
import io.leasegate.store.GrantStore;
import io.vertx.core.Future;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The views of the agents that call through this process. A view goes when the store says that its
 * agent has changed; what it allows is confirmed in the claim step of each write. Safe from every
 * loop.
 */
public final class GrantCache {

  /** Agents of whom a view is kept; of the others it is read again when they call. */
  private static final int AGENTS = 1_000_000;

  /** Globs that stay compiled: an agent's view is made anew with each change of one grant. */
  private static final int GLOBS = 100_000;

  private final GrantStore store;
  private final NanoClock clock;
  private final Cache<Identity, AgentView> views;
  private final Cache<String, CapabilityGlob> globs;
  private volatile BiConsumer<Identity, AgentView> onView = (identity, view) -> {};

  public GrantCache(GrantStore store, NanoClock clock) {
    this.store = store;
    this.clock = clock;
    this.views = Caffeine.newBuilder().maximumSize(AGENTS).build();
    this.globs = Caffeine.newBuilder().maximumSize(GLOBS).build();
    store.onChange(this::changed);
  }

  /** Names the one who hears of every new view, on the thread that made it. */
  public void onView(BiConsumer<Identity, AgentView> listener) {
    onView = listener;
  }

  /** The view at hand, or null. */
  public @Nullable AgentView current(Identity identity) {
    return views.getIfPresent(identity);
  }

  /** The view at hand, or a fresh one. */
  public Future<AgentView> get(Identity identity) {
    AgentView view = views.getIfPresent(identity);
    return view != null ? Future.succeededFuture(view) : refresh(identity);
  }

  /** A view of the records as they are now. */
  public Future<AgentView> refresh(Identity identity) {
    long before = clock.nanoTime();
    return store.read(identity).map(records -> keep(records, before));
  }

  private AgentView keep(AgentRecords records, long before) {
    AgentView fresh = new AgentView(records, before, this::compiled);
    AgentView kept =
        views
            .asMap()
            .merge(
                records.identity(),
                fresh,
                (there, read) ->
                    there.records().revision() > read.records().revision() ? there : read);
    onView.accept(records.identity(), kept);
    return kept;
  }

  private CapabilityGlob compiled(String text) {
    return globs.get(text, glob -> CapabilityGlob.parse(glob).orThrow());
  }

  /** Takes what a step of the store said about a lease to the newest view of the agent. */
  public void heard(Identity identity, Lease lease) {
    AgentView view = current(identity);
    if (view != null) {
      view.heard(lease);
    }
  }

  /**
   * The agent's records are others now. The view is read again at once: the notices that it arms
   * must not wait for the agent's next call.
   */
  private void changed(Identity identity) {
    views.invalidate(identity);
    refresh(identity);
  }
}
