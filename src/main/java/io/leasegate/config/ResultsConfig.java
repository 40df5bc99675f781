package io.leasegate.config;

import java.time.Duration;

/**
 * What becomes of large results.
 *
 * @param maxInlineBytes bytes of text that an answer may hold, 1 B..1 GiB; more is kept under a
 *     reference
 * @param retention of a kept result, 1 s..365 d
 * @param maxPerAgent bytes kept per agent, 1 KiB..64 GiB
 */
public record ResultsConfig(long maxInlineBytes, Duration retention, long maxPerAgent) {

  static final Range<Long> INLINE = Range.sizes(1, 1L << 30);
  static final Range<Duration> RETENTION = IdempotencyConfig.RETENTION;
  static final Range<Long> PER_AGENT = Range.sizes(1L << 10, 64L << 30);

  public ResultsConfig {
    INLINE.require("max_inline_bytes", maxInlineBytes);
    RETENTION.require("retention", retention);
    PER_AGENT.require("max_per_agent", maxPerAgent);
  }
}
