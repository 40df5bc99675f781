package io.leasegate.config;

import java.time.Duration;
import java.util.function.Function;

/**
 * The values that a key may take, ends included. One range serves the record's constructor, the
 * loader's messages and the list of keys.
 */
record Range<T extends Comparable<T>>(T min, T max, Function<T, String> format) {

  static Range<Integer> integers(int min, int max) {
    return new Range<>(min, max, String::valueOf);
  }

  static Range<Long> longs(long min, long max) {
    return new Range<>(min, max, String::valueOf);
  }

  static Range<Double> decimals(double min, double max) {
    return new Range<>(min, max, String::valueOf);
  }

  static Range<Duration> durations(Duration min, Duration max) {
    return new Range<>(min, max, DurationText::format);
  }

  /** In bytes. */
  static Range<Long> sizes(long min, long max) {
    return new Range<>(min, max, SizeText::format);
  }

  boolean contains(T value) {
    return value.compareTo(min) >= 0 && value.compareTo(max) <= 0;
  }

  /** Refuses a value outside, naming the key of the record. */
  void require(String key, T value) {
    ConfigValueException.require(
        contains(value), key, "expected " + this + ", found " + format.apply(value));
  }

  /** Such as {@code 0..65535}. */
  @Override
  public String toString() {
    return format.apply(min) + ".." + format.apply(max);
  }
}
