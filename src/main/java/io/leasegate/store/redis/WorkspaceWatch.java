package io.leasegate.store.redis;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.leasegate.core.call.Identity;
import io.leasegate.core.time.NanoClock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what this process knows of each active workspace no older than {@code max_staleness}: asks
 * for changes twice a second, and at once when a hint comes. Where changes may have been missed,
 * where the store did not confirm in time, and when nobody called any more, what was read of the
 * workspace counts no longer. Safe from every thread.
 */
final class WorkspaceWatch {

  private static final long REFRESH_NANOS = 500_000_000L;
  private static final long ACTIVE_NANOS = 10_000_000_000L;

  /** How often {@link #tick} is called. */
  static final long TICK_MS = 50;

  /** What is known of one workspace, from the first read until it counts no longer. */
  private static final class Known {
    final HighWater mark;
    final AtomicBoolean ended = new AtomicBoolean();
    volatile long revision;

    /** Before the request was sent whose answer confirmed this. */
    volatile long confirmedAt;

    volatile long usedAt;
    volatile long askedAt;
    volatile boolean asking;

    /** The newest revision that a hint named. */
    volatile long hinted;

    /** What was read while this one was being forgotten. */
    volatile @Nullable Known next;

    Known(HighWater mark, long revision, long confirmedAt) {
      this.mark = mark;
      this.revision = revision;
      this.confirmedAt = confirmedAt;
      this.usedAt = confirmedAt;
      this.askedAt = confirmedAt;
    }
  }

  /** Workspaces of which it is remembered how far they were, also while nobody calls. */
  private static final int MARKS = 100_000;

  private final RedisStore store;
  private final NanoClock clock;
  private final long stalenessNanos;
  private final Map<String, Known> workspaces = new ConcurrentHashMap<>();
  private final Cache<String, HighWater> marks =
      Caffeine.newBuilder().maximumSize(MARKS).executor(Runnable::run).build();
  private final Consumer<String> lost;

  /**
   * @param stalenessNanos {@code max_staleness}; what is older by the next tick counts no longer
   * @param lost hears of each workspace of which nothing is known any more
   */
  WorkspaceWatch(RedisStore store, NanoClock clock, long stalenessNanos, Consumer<String> lost) {
    this.store = store;
    this.clock = clock;
    this.stalenessNanos = stalenessNanos - TICK_MS * 1_000_000;
    this.lost = lost;
  }

  /** Records of the workspace were read; from that revision on it is watched. */
  void read(String workspace, String epoch, long revision, long sentAt) {
    HighWater mark = marks.get(workspace, it -> new HighWater());
    mark.began(epoch);
    mark.saw(revision, 0);
    Known read = new Known(mark, revision, sentAt);
    Known known = workspaces.merge(workspace, read, WorkspaceWatch::joined);
    known.usedAt = clock.nanoTime();
  }

  /**
   * While one is being forgotten, what is read belongs to the one that follows: it must be watched
   * from there on, and must not let older views count.
   */
  private static Known joined(Known there, Known read) {
    if (there.ended.get() && there.next == null) {
      there.next = read;
    }
    return there;
  }

  /**
   * A call of the workspace goes by. False when what was read of it counts no longer: the tick that
   * drops it may be late, as in a process that was stopped.
   */
  boolean used(String workspace) {
    Known known = workspaces.get(workspace);
    if (known == null || known.ended.get()) {
      return false;
    }
    long now = clock.nanoTime();
    known.usedAt = now;
    return now - known.confirmedAt < stalenessNanos;
  }

  /** A step of this process made the revision; its listeners have heard of it. */
  void made(String workspace, long revision) {
    HighWater mark = marks.getIfPresent(workspace);
    if (mark != null) {
      mark.saw(revision, 0);
    }
    Known known = workspaces.get(workspace);
    if (known != null && known.revision == revision - 1) {
      known.revision = revision;
    }
  }

  /** Somebody made the revision. */
  void hint(String workspace, long revision) {
    Known known = workspaces.get(workspace);
    if (known != null && revision > known.revision) {
      known.hinted = Math.max(known.hinted, revision);
      refresh(workspace, known);
    }
  }

  /** Something may have been missed of all: a connection was new. */
  void lookAgain() {
    workspaces.forEach(this::refresh);
  }

  /** Nothing that was read counts any more: the store is another one. */
  void dropAll() {
    marks.invalidateAll();
    workspaces.forEach(this::drop);
  }

  /** Asks where it is time to, drops what is too old. */
  void tick() {
    long now = clock.nanoTime();
    workspaces.forEach(
        (workspace, known) -> {
          if (now - known.confirmedAt >= stalenessNanos) {
            drop(workspace, known);
          } else if (now - known.usedAt >= ACTIVE_NANOS) {
            drop(workspace, known);
          } else if (now - known.askedAt >= REFRESH_NANOS) {
            refresh(workspace, known);
          }
        });
  }

  private void refresh(String workspace, Known known) {
    if (known.asking || known.ended.get()) {
      return;
    }
    known.asking = true;
    long sentAt = clock.nanoTime();
    known.askedAt = sentAt;
    store
        .refresh(workspace, known.revision, known.mark)
        .onSuccess(changes -> take(workspace, known, changes, sentAt))
        .onComplete(
            done -> {
              known.asking = false;
              if (done.succeeded() && known.hinted > known.revision) {
                refresh(workspace, known);
              }
            });
  }

  private void take(String workspace, Known known, Changes changes, long sentAt) {
    switch (changes.state()) {
      case "known" -> {
        known.mark.began(changes.epoch());
        known.mark.saw(changes.revision(), changes.sequence());
        known.revision = Math.max(known.revision, changes.revision());
        known.confirmedAt = sentAt;
        changes
            .agents()
            .forEach(agent -> store.listeners().changed(new Identity(workspace, agent)));
        changes.grants().forEach(store.listeners()::changed);
      }
      case "gap" -> drop(workspace, known);
      default -> {
        marks.asMap().remove(workspace, known.mark); // told once
        store.alarms().rolledBack("changes of workspace " + workspace);
        drop(workspace, known);
      }
    }
  }

  /** First it counts no longer, then views go, then those that were read meanwhile may count. */
  private void drop(String workspace, Known known) {
    if (known.ended.compareAndSet(false, true)) {
      lost.accept(workspace);
      Known next =
          workspaces.computeIfPresent(
              workspace, (name, there) -> there == known ? known.next : there);
      if (next != null && next == known.next) {
        refresh(workspace, next); // hints went by
      }
    }
  }
}
