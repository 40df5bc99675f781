package io.leasegate.store.redis;

import java.util.concurrent.atomic.AtomicLong;

/**
 * How far a workspace was when it was last heard of: a store that says less has forgotten
 * something. Only what an answer said counts, so that no store that keeps everything is ever behind
 * it. Safe from every thread.
 */
final class HighWater {

  private volatile String epoch = "";
  private final AtomicLong revision = new AtomicLong();
  private final AtomicLong sequence = new AtomicLong();

  /** Its first epoch; another one later is another store. */
  void began(String text) {
    if (epoch.isEmpty()) {
      epoch = text; // of two that say so at once both heard of the same
    }
  }

  void saw(long aRevision, long aSequence) {
    revision.accumulateAndGet(aRevision, Math::max);
    sequence.accumulateAndGet(aSequence, Math::max);
  }

  /** Empty while the workspace had none. */
  String epoch() {
    return epoch;
  }

  long revision() {
    return revision.get();
  }

  /** Of its newest audit entry. */
  long sequence() {
    return sequence.get();
  }
}
