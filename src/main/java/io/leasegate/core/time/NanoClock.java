package io.leasegate.core.time;

/** A monotonic clock: for durations, never for dates. */
@FunctionalInterface
public interface NanoClock {

  /** Nanoseconds since an arbitrary origin; never falls. */
  long nanoTime();
}
