package io.leasegate.config;

import java.time.Duration;

/**
 * How keyed calls are remembered.
 *
 * @param retention of a record, from its end, 1 s..365 d
 * @param maxRecord bytes of one recorded answer, 1 KiB..64 MiB
 * @param maxKeysPerAgent 1..100,000,000; when full, new keys are refused
 */
public record IdempotencyConfig(Duration retention, long maxRecord, int maxKeysPerAgent) {

  static final Range<Duration> RETENTION =
      Range.durations(Duration.ofSeconds(1), Duration.ofDays(365));
  static final Range<Long> RECORD = Range.sizes(1L << 10, 64L << 20);
  static final Range<Integer> KEYS = Range.integers(1, 100_000_000);

  public IdempotencyConfig {
    RETENTION.require("retention", retention);
    RECORD.require("max_record", maxRecord);
    KEYS.require("max_keys_per_agent", maxKeysPerAgent);
  }
}
