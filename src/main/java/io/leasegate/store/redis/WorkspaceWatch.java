package io.leasegate.store.redis;

import io.leasegate.core.call.Identity;
import io.leasegate.core.time.NanoClock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps what this process knows of each active workspace no older than {@code max_staleness}: asks
 * for changes twice a second, and at once when a hint comes. Where changes may have been missed,
 * where the store did not confirm in time, and when nobody called any more, what was read of the
 * workspace counts no longer. Safe from every thread.
 */
final class WorkspaceWatch {

  private static final Logger LOG = LoggerFactory.getLogger(WorkspaceWatch.class);
  private static final long REFRESH_NANOS = 500_000_000L;
  private static final long ACTIVE_NANOS = 10_000_000_000L;

  /** How often {@link #tick} is called. */
  static final long TICK_MS = 50;

  /** What is known of one workspace. */
  private static final class Known {
    volatile String epoch;
    volatile long revision;
    volatile long sequence;

    /** Before the request was sent whose answer confirmed this. */
    volatile long confirmedAt;

    volatile long usedAt;
    volatile long askedAt;
    volatile boolean asking;

    /** The newest revision that a hint named. */
    volatile long hinted;

    Known(String epoch, long revision, long confirmedAt) {
      this.epoch = epoch;
      this.revision = revision;
      this.confirmedAt = confirmedAt;
      this.usedAt = confirmedAt;
      this.askedAt = confirmedAt;
    }
  }

  private final RedisStore store;
  private final NanoClock clock;
  private final long stalenessNanos;
  private final Map<String, Known> workspaces = new ConcurrentHashMap<>();
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
    Known known = workspaces.computeIfAbsent(workspace, it -> new Known(epoch, revision, sentAt));
    known.usedAt = clock.nanoTime();
  }

  /**
   * A call of the workspace goes by. False when what was read of it counts no longer: the tick that
   * drops it may be late, as in a process that was stopped.
   */
  boolean used(String workspace) {
    Known known = workspaces.get(workspace);
    if (known == null) {
      return false;
    }
    long now = clock.nanoTime();
    known.usedAt = now;
    return now - known.confirmedAt < stalenessNanos;
  }

  /** A step of this process made the revision; its listeners have heard of it. */
  void made(String workspace, long revision) {
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

  /** Asks where it is time to, drops what is too old. */
  void tick() {
    long now = clock.nanoTime();
    workspaces.forEach(
        (workspace, known) -> {
          if (now - known.confirmedAt >= stalenessNanos) {
            drop(workspace, known, null);
          } else if (now - known.usedAt >= ACTIVE_NANOS) {
            drop(workspace, known, null);
          } else if (now - known.askedAt >= REFRESH_NANOS) {
            refresh(workspace, known);
          }
        });
  }

  private void refresh(String workspace, Known known) {
    if (known.asking) {
      return;
    }
    known.asking = true;
    long sentAt = clock.nanoTime();
    known.askedAt = sentAt;
    store
        .refresh(workspace, known.epoch, known.revision, known.sequence)
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
        known.epoch = changes.epoch();
        known.revision = Math.max(known.revision, changes.revision());
        known.sequence = Math.max(known.sequence, changes.sequence());
        known.confirmedAt = sentAt;
        changes.agents().forEach(agent -> store.heard(new Identity(workspace, agent)));
        changes.grants().forEach(store::heard);
      }
      case "gap" -> drop(workspace, known, null);
      default ->
          drop(
              workspace,
              known,
              "store_rolled_back: redis has lost changes of workspace " + workspace);
    }
  }

  private void drop(String workspace, Known known, @Nullable String warning) {
    if (workspaces.remove(workspace, known)) {
      if (warning != null) {
        LOG.warn(warning);
        store.rolledBack(workspace);
      }
      lost.accept(workspace);
    }
  }
}
