package io.leasegate.config;

/**
 * Bounds of grants.
 *
 * @param maxLivePerAgent 1..10,000,000; when full, requests are refused
 */
public record GrantsConfig(int maxLivePerAgent) {

  static final Range<Integer> LIVE = Range.integers(1, 10_000_000);

  public GrantsConfig {
    LIVE.require("max_live_per_agent", maxLivePerAgent);
  }
}
