package io.leasegate.store.memory;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.time.NanoClock;
import io.leasegate.store.StoreUnavailable;
import io.vertx.core.Future;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Everything in this process, gone with it: the reference of what the other stores must do.
 *
 * <p>A step is a critical section under one lock for each workspace. It computes for microseconds
 * and waits for nothing, so an event loop may run it; hopping to an owner's loop and back would
 * wake two loops for each step.
 */
public final class MemoryStore {

  /**
   * How much is kept.
   *
   * @param liveGrantsPerAgent also bounds live leases, ended grants and open approvals of an agent
   * @param keysPerAgent records of idempotency keys; when full, new keys are refused
   * @param keyRetentionMs how long a record stays after its end
   * @param auditEntries sealed entries of the audit in each workspace
   * @param auditRetentionMs how long those stay
   */
  public record Bounds(
      int liveGrantsPerAgent,
      int keysPerAgent,
      long keyRetentionMs,
      long auditEntries,
      long auditRetentionMs) {}

  /** What ends something finds room in the audit where nothing may begin any more. */
  private static final int MOST_UNSEALED_ENDS = 2 * WorkspaceAudit.MOST_UNSEALED;

  private final NanoClock clock;
  private final long startMillis;
  private final long startNanos;
  private final Bounds bounds;
  private final Supplier<String> auditIds;
  private final Map<String, Guarded> workspaces = new ConcurrentHashMap<>();
  private final Set<String> unsealed = ConcurrentHashMap.newKeySet();
  private final List<Consumer<Identity>> listeners = new CopyOnWriteArrayList<>();
  private final List<Consumer<Grant>> grantListeners = new CopyOnWriteArrayList<>();
  private final List<BiConsumer<Identity, IdempotencyKey>> endListeners =
      new CopyOnWriteArrayList<>();

  private static final class Guarded {
    private final ReentrantLock lock = new ReentrantLock();
    private final Workspace workspace;
    private boolean unsealed;

    Guarded(Workspace workspace) {
      this.workspace = workspace;
    }
  }

  /**
   * @param startMillis wall clock now; from here on only the monotonic clock counts, so that no
   *     step of the system's clock moves an expiry
   */
  public MemoryStore(NanoClock clock, long startMillis, Bounds bounds, Supplier<String> auditIds) {
    this.clock = clock;
    this.startMillis = startMillis;
    this.startNanos = clock.nanoTime();
    this.bounds = bounds;
    this.auditIds = auditIds;
  }

  /** The store's clock, ms since 1970. */
  long now() {
    return startMillis + Math.floorDiv(clock.nanoTime() - startNanos, 1_000_000L);
  }

  Bounds bounds() {
    return bounds;
  }

  String auditId() {
    return auditIds.get();
  }

  /**
   * A step that begins something: refused, with nothing done, when the audit has no room for it.
   */
  <T> Future<T> begin(String name, Function<Workspace, T> body) {
    return recorded(name, WorkspaceAudit.MOST_UNSEALED, body);
  }

  /** A step that ends something, such as a settle or a revoke, for which room is held back. */
  <T> Future<T> end(String name, Function<Workspace, T> body) {
    return recorded(name, MOST_UNSEALED_ENDS, body);
  }

  private <T> Future<T> recorded(String name, int mostUnsealed, Function<Workspace, T> body) {
    return step(
        name,
        all ->
            all.audit().unsealed() < mostUnsealed
                ? Future.succeededFuture(body.apply(all))
                : Future.failedFuture(
                    StoreUnavailable.notRun("the audit cannot keep up: too much is unsealed")));
  }

  /** One atomic step; who is affected hears of it before the answer leaves. */
  <T> T step(String name, Function<Workspace, T> body) {
    Guarded guarded =
        workspaces.computeIfAbsent(name, it -> new Guarded(new Workspace(it, bounds)));
    Workspace.Changes changed;
    T answer;
    guarded.lock.lock();
    try {
      answer = body.apply(guarded.workspace);
      changed = guarded.workspace.takeChanges();
      noteUnsealed(name, guarded);
    } finally {
      guarded.lock.unlock();
    }
    for (Identity identity : changed.agents) {
      listeners.forEach(listener -> listener.accept(identity));
    }
    for (Grant grant : changed.grants) {
      grantListeners.forEach(listener -> listener.accept(grant));
    }
    for (Workspace.EndedKey ended : changed.ended) {
      endListeners.forEach(listener -> listener.accept(ended.identity(), ended.key()));
    }
    return answer;
  }

  private void noteUnsealed(String name, Guarded guarded) {
    boolean now = guarded.workspace.audit().hasUnsealed();
    if (now != guarded.unsealed) {
      guarded.unsealed = now;
      if (now) {
        unsealed.add(name);
      } else {
        unsealed.remove(name);
      }
    }
  }

  boolean hasUnsealed() {
    return !unsealed.isEmpty();
  }

  /** The workspaces in which something is unsealed. */
  List<String> unsealed() {
    return List.copyOf(unsealed);
  }

  boolean knows(String workspace) {
    return workspaces.containsKey(workspace);
  }

  void onChange(Consumer<Identity> listener) {
    listeners.add(listener);
  }

  void onGrant(Consumer<Grant> listener) {
    grantListeners.add(listener);
  }

  void onEnd(BiConsumer<Identity, IdempotencyKey> listener) {
    endListeners.add(listener);
  }

  /** The names of all workspaces, in order. */
  List<String> names() {
    return List.copyOf(new TreeMap<>(workspaces).keySet());
  }
}
