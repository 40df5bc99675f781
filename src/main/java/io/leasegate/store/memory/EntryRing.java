package io.leasegate.store.memory;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Items in a ring that grows with what it must hold: added behind, dropped in front. */
final class EntryRing<T> {

  private static final int SMALLEST = 16;

  private @Nullable Object[] ring = new Object[SMALLEST];
  private int first;
  private int size;

  int size() {
    return size;
  }

  boolean isEmpty() {
    return size == 0;
  }

  void add(T item) {
    if (size == ring.length) {
      @Nullable Object[] wider = new Object[2 * size];
      System.arraycopy(ring, first, wider, 0, size - first);
      System.arraycopy(ring, 0, wider, size - first, first);
      ring = wider;
      first = 0;
    }
    ring[at(size)] = item;
    size++;
  }

  /** The item that far behind the first. */
  @SuppressWarnings("unchecked") // only add puts something in
  T get(int index) {
    return (T) Objects.requireNonNull(ring[at(Objects.checkIndex(index, size))]);
  }

  T first() {
    return get(0);
  }

  void removeFirst() {
    Objects.checkIndex(0, size);
    ring[first] = null;
    first = at(1);
    size--;
  }

  private int at(int index) {
    int at = first + index;
    return at < ring.length ? at : at - ring.length;
  }
}
