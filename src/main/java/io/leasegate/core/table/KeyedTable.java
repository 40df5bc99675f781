package io.leasegate.core.table;

import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Values that carry their own key, found by it: some 8 bytes for each, where an entry of a {@link
 * java.util.HashMap} costs 40. Open addressing with linear probing.
 *
 * <p>Many small segments grow one by one, so that with a million values no single {@link #put}
 * moves more than a few thousand. Keys must not be chosen by others: they could make them collide.
 * Bound to one thread, or to its owner's lock.
 *
 * @param <V> what is kept
 */
public final class KeyedTable<V> {

  private static final int SEGMENT_BITS = 8;
  private static final int SMALLEST = 4;

  private final Function<V, String> key;
  private final @Nullable Object[] @Nullable [] segments = new Object[1 << SEGMENT_BITS][];
  private final int[] sizes = new int[1 << SEGMENT_BITS];
  private int size;

  /**
   * @param key never another one for the same value
   */
  public KeyedTable(Function<V, String> key) {
    this.key = key;
  }

  public int size() {
    return size;
  }

  /** The value of the key, or null. */
  public @Nullable V get(String wanted) {
    int hash = hash(wanted);
    @Nullable Object[] segment = segments[segmentOf(hash)];
    return segment == null ? null : value(segment[find(segment, wanted, hash)]);
  }

  /** Keeps the value; gives the one that had the key before, or null. */
  public @Nullable V put(V value) {
    String own = key.apply(value);
    int hash = hash(own);
    int number = segmentOf(hash);
    @Nullable Object[] segment = withRoom(number);
    int at = find(segment, own, hash);
    V before = value(segment[at]);
    segment[at] = value;
    if (before == null) {
      sizes[number]++;
      size++;
    }
    return before;
  }

  /** Forgets the key; gives the value that it had, or null. */
  public @Nullable V remove(String unwanted) {
    int hash = hash(unwanted);
    int number = segmentOf(hash);
    @Nullable Object[] segment = segments[number];
    if (segment == null) {
      return null;
    }
    int at = find(segment, unwanted, hash);
    V before = value(segment[at]);
    if (before != null) {
      closeGap(segment, at);
      sizes[number]--;
      size--;
      if (sizes[number] == 0) {
        segments[number] = null;
      }
    }
    return before;
  }

  /** Moves up those behind the gap that would not be found across it. */
  private void closeGap(@Nullable Object[] segment, int from) {
    int mask = segment.length - 1;
    int gap = from;
    int at = gap;
    while (true) {
      at = (at + 1) & mask;
      V moved = value(segment[at]);
      if (moved == null) {
        segment[gap] = null;
        return;
      }
      int home = hash(key.apply(moved)) & mask;
      if (((at - home) & mask) >= ((at - gap) & mask)) {
        segment[gap] = moved;
        gap = at;
      }
    }
  }

  /** The segment with a free place for one more. */
  private @Nullable Object[] withRoom(int number) {
    @Nullable Object[] segment = segments[number];
    if (segment == null) {
      segment = new Object[SMALLEST];
      segments[number] = segment;
    } else if (sizes[number] + 1 > segment.length - segment.length / 4) {
      @Nullable Object[] wider = new Object[2 * segment.length];
      for (Object each : segment) {
        V value = value(each);
        if (value != null) {
          String own = key.apply(value);
          wider[find(wider, own, hash(own))] = value;
        }
      }
      segment = wider;
      segments[number] = wider;
    }
    return segment;
  }

  /** Where the key is, or the free place where it would be. */
  private int find(@Nullable Object[] segment, String wanted, int hash) {
    int mask = segment.length - 1;
    int at = hash & mask;
    for (V there = value(segment[at]); there != null; there = value(segment[at])) {
      if (key.apply(there).equals(wanted)) {
        return at;
      }
      at = (at + 1) & mask;
    }
    return at;
  }

  @SuppressWarnings("unchecked") // only values are put into segments
  private @Nullable V value(@Nullable Object kept) {
    return (V) kept;
  }

  private static int segmentOf(int hash) {
    return hash >>> (Integer.SIZE - SEGMENT_BITS);
  }

  /** Both ends vary: the high bits choose the segment, the low ones the place in it. */
  private static int hash(String text) {
    int mixed = text.hashCode() * 0x9E3779B9;
    return mixed ^ (mixed >>> 15);
  }
}
