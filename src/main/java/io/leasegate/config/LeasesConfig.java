package io.leasegate.config;

import java.time.Duration;
import java.util.Map;

/**
 * Leases.
 *
 * @param maxTotal the longest task lease, 1 s..365 d
 * @param classes the shipped ones and those of the file, by name
 */
public record LeasesConfig(
    Duration maxTotal, Map<String, LeaseClass> classes, ProofsConfig proofs) {

  static final Range<Duration> TOTAL = IdempotencyConfig.RETENTION;

  public LeasesConfig {
    TOTAL.require("max_total", maxTotal);
    classes = Map.copyOf(classes);
  }
}
