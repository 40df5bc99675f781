package io.leasegate.store.memory;

import io.leasegate.core.call.Identity;
import io.leasegate.core.time.NanoClock;
import io.leasegate.store.SessionRecord;
import io.leasegate.store.SessionStore;
import io.vertx.core.Future;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Sessions in this process; gone with it. */
public final class MemorySessionStore implements SessionStore {

  private static final class Kept {
    volatile SessionRecord session;
    volatile long usedAt;

    Kept(SessionRecord session, long usedAt) {
      this.session = session;
      this.usedAt = usedAt;
    }
  }

  private final int maxSessions;
  private final long idleNanos;
  private final NanoClock clock;
  private final Map<String, Kept> sessions = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  /**
   * @param maxSessions most sessions at once
   * @param idleNanos how long an unused session lives
   */
  public MemorySessionStore(int maxSessions, long idleNanos, NanoClock clock) {
    this.maxSessions = maxSessions;
    this.idleNanos = idleNanos;
    this.clock = clock;
  }

  @Override
  public Future<Boolean> open(SessionRecord session) {
    if (count.incrementAndGet() > maxSessions) {
      // most clients never say goodbye: make room of those that are over
      sessions.forEach(this::dropWhenIdle);
      if (count.get() > maxSessions) {
        count.decrementAndGet();
        return Future.succeededFuture(false);
      }
    }
    sessions.put(session.id(), new Kept(session, clock.nanoTime()));
    return Future.succeededFuture(true);
  }

  @Override
  public Future<Optional<SessionRecord>> find(String id, Identity identity) {
    Kept kept = live(id, identity);
    if (kept == null) {
      return Future.succeededFuture(Optional.empty());
    }
    kept.usedAt = clock.nanoTime();
    return Future.succeededFuture(Optional.of(kept.session));
  }

  @Override
  public Future<Boolean> setLogLevel(String id, Identity identity, String level) {
    Kept kept = live(id, identity);
    if (kept != null) {
      kept.session = kept.session.withLogLevel(level);
    }
    return Future.succeededFuture(kept != null);
  }

  @Override
  public Future<Boolean> close(String id, Identity identity) {
    Kept kept = live(id, identity);
    return Future.succeededFuture(kept != null && drop(id, kept));
  }

  private @Nullable Kept live(String id, Identity identity) {
    Kept kept = sessions.get(id);
    if (kept == null || dropWhenIdle(id, kept)) {
      return null;
    }
    return kept.session.identity().equals(identity) ? kept : null;
  }

  private boolean dropWhenIdle(String id, Kept kept) {
    return clock.nanoTime() - kept.usedAt >= idleNanos && drop(id, kept);
  }

  private boolean drop(String id, Kept kept) {
    boolean dropped = sessions.remove(id, kept);
    if (dropped) {
      count.decrementAndGet();
    }
    return dropped;
  }

  @Override
  public Future<Void> cancel(SessionRecord session, String requestId) {
    return Future.succeededFuture(); // every call runs in this process
  }

  @Override
  public void onCancel(BiConsumer<String, String> listener) {}
}
