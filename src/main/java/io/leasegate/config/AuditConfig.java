package io.leasegate.config;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * How long the audit is kept.
 *
 * @param retention of sealed entries, 1 s..3650 d
 * @param maxEntries per workspace, 100..1,000,000,000; the oldest sealed ones go
 * @param file where entries are also appended; empty: nowhere
 */
public record AuditConfig(Duration retention, long maxEntries, Optional<Path> file) {

  static final Range<Duration> RETENTION =
      Range.durations(Duration.ofSeconds(1), Duration.ofDays(3650));
  static final Range<Long> ENTRIES = Range.longs(100, 1_000_000_000);

  public AuditConfig {
    RETENTION.require("retention", retention);
    ENTRIES.require("max_entries", maxEntries);
  }
}
