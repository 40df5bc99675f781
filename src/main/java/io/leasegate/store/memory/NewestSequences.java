package io.leasegate.store.memory;

/** The newest sequences of the entries about one agent, in a ring that grows up to its bound. */
final class NewestSequences {

  static final int MOST = 1_000;
  private static final int SMALLEST = 4;

  private long[] ring = new long[SMALLEST];
  private int first;
  private int size;

  /** Adds a sequence above all others; when there are too many, the oldest goes. */
  void add(long sequence) {
    if (size == MOST) {
      first = (first + 1) % ring.length;
      size--;
    } else if (size == ring.length) {
      long[] wider = new long[Math.min(MOST, 2 * size)];
      for (int i = 0; i < size; i++) {
        wider[i] = ring[(first + i) % size];
      }
      ring = wider;
      first = 0;
    }
    ring[(first + size) % ring.length] = sequence;
    size++;
  }

  /** Forgets what is as old as this or older. */
  void forgetUntil(long sequence) {
    while (size > 0 && ring[first] <= sequence) {
      first = (first + 1) % ring.length;
      size--;
    }
  }

  int size() {
    return size;
  }

  /**
   * One of them.
   *
   * @param back 0 for the newest
   */
  long newest(int back) {
    return ring[(first + size - 1 - back) % ring.length];
  }
}
