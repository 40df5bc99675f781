package io.leasegate.store.memory;

/** Times in their order, oldest first, in a ring that grows with what it must hold. */
final class RecentTimes {

  private static final long[] NONE = {};
  private static final int SMALLEST = 4;

  private long[] ring = NONE;
  private int first;
  private int size;

  int size() {
    return size;
  }

  void add(long time) {
    if (size == ring.length) {
      long[] wider = new long[Math.max(SMALLEST, 2 * size)];
      for (int i = 0; i < size; i++) {
        wider[i] = ring[(first + i) % size];
      }
      ring = wider;
      first = 0;
    }
    ring[(first + size) % ring.length] = time;
    size++;
  }

  /** Forgets what is as old as this or older. */
  void forgetUntil(long time) {
    while (size > 0 && ring[first] <= time) {
      first = (first + 1) % ring.length;
      size--;
    }
    if (size == 0) {
      ring = NONE;
      first = 0;
    }
  }
}
