package io.leasegate.store.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What an operator has to look at, until they accept the store as it is: that it forgot something,
 * and that its clock went back. Safe from every thread.
 */
final class StoreAlarms {

  private static final Logger LOG = LoggerFactory.getLogger(StoreAlarms.class);

  /**
   * Something was forgotten.
   *
   * @param what one line, of what was missed first
   * @param seenAt the store's time then
   */
  private record Lost(String what, long seenAt) {}

  private final LongSupplier storeTime;
  private final AtomicReference<@Nullable Lost> lost = new AtomicReference<>();
  private final AtomicReference<@Nullable String> behind = new AtomicReference<>();

  /**
   * @param storeTime what the store last said it was, ms
   */
  StoreAlarms(LongSupplier storeTime) {
    this.storeTime = storeTime;
  }

  /** Redis has forgotten what it knew before: a failover, a restart, a copy that was put back. */
  void rolledBack(String what) {
    LOG.warn("store_rolled_back: redis has lost {}", what);
    Lost found = new Lost(what, storeTime.getAsLong());
    // the first is named, but all of them have to be accepted
    lost.updateAndGet(known -> known == null ? found : new Lost(known.what(), found.seenAt()));
  }

  /** What was lost, one line; empty when nothing was, or when it was accepted since. */
  Optional<String> rolledBack() {
    return Optional.ofNullable(lost.get()).map(Lost::what);
  }

  /**
   * An operator accepted the store as it was.
   *
   * @param at the store's time when they did; 0: never
   */
  void accepted(long at) {
    Lost known = lost.get();
    if (known != null && known.seenAt() <= at && lost.compareAndSet(known, null)) {
      LOG.info("an operator accepted that redis has lost {}", known.what());
    }
  }

  /** An operator accepted it here and now. */
  void accepted() {
    accepted(Long.MAX_VALUE);
  }

  /** A change was refused, because the clock is far behind what the workspace has seen. */
  void clockBehind(String workspace) {
    if (behind.compareAndSet(null, workspace)) {
      LOG.error(
          "the clock of redis is more than 60 s behind the newest audit entry of workspace {}:"
              + " nothing is changed there",
          workspace);
    }
  }

  /** A change was made. */
  void changed(String workspace) {
    if (workspace.equals(behind.get())) {
      behind.compareAndSet(workspace, null);
    }
  }

  /** Lines for an operator. */
  List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    rolledBack()
        .ifPresent(
            what ->
                remarks.add(
                    "store_rolled_back: redis has lost "
                        + what
                        + "; leasegate store accept when that was looked at"));
    String workspace = behind.get();
    if (workspace != null) {
      remarks.add(
          "the clock of redis is more than 60 s behind what was written, first seen in workspace "
              + workspace
              + ": set it right, or leasegate store accept");
    }
    return remarks;
  }
}
