package io.leasegate.config;

import java.time.Duration;

/**
 * When an upstream is left alone.
 *
 * @param failures failures in a row that open the circuit, 1..1000
 * @param open how long until one probe decides, 1 ms..24 h
 */
public record CircuitConfig(int failures, Duration open) {

  static final Range<Integer> FAILURES = Range.integers(1, 1000);
  static final Range<Duration> OPEN = Range.durations(Duration.ofMillis(1), Duration.ofHours(24));

  public CircuitConfig {
    FAILURES.require("failures", failures);
    OPEN.require("open", open);
  }
}
