package io.leasegate.config;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A value that was read, or the sign that its problem has been noted. */
final class Parsed<T> {

  private final @Nullable T value;

  private Parsed(@Nullable T value) {
    this.value = value;
  }

  static <T> Parsed<T> of(T value) {
    return new Parsed<>(value);
  }

  static <T> Parsed<T> broken() {
    return new Parsed<>(null);
  }

  /** All of the values; broken when one is. */
  static <T> Parsed<List<T>> all(List<Parsed<T>> parts) {
    List<T> values = new ArrayList<>(parts.size());
    for (Parsed<T> part : parts) {
      if (part.value == null) {
        return broken();
      }
      values.add(part.value);
    }
    return of(List.copyOf(values));
  }

  boolean isBroken() {
    return value == null;
  }

  /** The value; only to be called where {@link Section#build} found no problem. */
  T get() {
    if (value == null) {
      throw new IllegalStateException("a broken value was used");
    }
    return value;
  }

  T orElse(T other) {
    return value == null ? other : value;
  }
}
