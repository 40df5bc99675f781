package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import java.time.Duration;

/**
 * Bounds of the listeners and of calls.
 *
 * @param maxBody bytes of a request, 1 KiB..1 GiB
 * @param maxResponse bytes of an upstream's answer, 1 KiB..1 GiB
 * @param maxJsonDepth levels, 4..1000
 * @param callTimeout no answer and no progress for so long, 1 ms..24 h
 * @param callTimeoutMax the whole call, 1 ms..7 d; not below {@code callTimeout}
 * @param maxInFlight calls at once, 1..1,000,000
 * @param maxSessions MCP sessions, 1..1,000,000
 * @param drain how long running calls may finish after SIGTERM, 0..1 h
 */
public record LimitsConfig(
    long maxBody,
    long maxResponse,
    int maxJsonDepth,
    Duration callTimeout,
    Duration callTimeoutMax,
    int maxInFlight,
    int maxSessions,
    Duration drain) {

  static final Range<Long> MESSAGE = Range.sizes(1L << 10, 1L << 30);
  static final Range<Integer> JSON_DEPTH = Range.integers(4, 1000);
  static final Range<Duration> CALL_TIMEOUT =
      Range.durations(Duration.ofMillis(1), Duration.ofHours(24));
  static final Range<Duration> CALL_TIMEOUT_MAX =
      Range.durations(Duration.ofMillis(1), Duration.ofDays(7));
  static final Range<Integer> COUNT = Range.integers(1, 1_000_000);
  static final Range<Duration> DRAIN = Range.durations(Duration.ZERO, Duration.ofHours(1));

  public LimitsConfig {
    MESSAGE.require("max_body", maxBody);
    MESSAGE.require("max_response", maxResponse);
    JSON_DEPTH.require("max_json_depth", maxJsonDepth);
    CALL_TIMEOUT.require("call_timeout", callTimeout);
    CALL_TIMEOUT_MAX.require("call_timeout_max", callTimeoutMax);
    COUNT.require("max_in_flight", maxInFlight);
    COUNT.require("max_sessions", maxSessions);
    DRAIN.require("drain", drain);
    require(
        callTimeout.compareTo(callTimeoutMax) <= 0,
        "call_timeout",
        "is longer than call_timeout_max (" + DurationText.format(callTimeoutMax) + ")");
  }
}
