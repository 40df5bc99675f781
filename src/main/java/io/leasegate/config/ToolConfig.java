package io.leasegate.config;

import java.time.Duration;
import java.util.Optional;

/**
 * What the operator knows about one tool.
 *
 * @param sideEffects read or write; empty: by the annotations of a trusted upstream, else write
 * @param repeatable whether it may run again when an earlier run's outcome is unknown
 * @param alias replaces the part of the listed name after the prefix
 * @param callTimeout instead of the upstream's
 * @param callTimeoutMax instead of the upstream's; not below {@code callTimeout}
 */
public record ToolConfig(
    Optional<SideEffects> sideEffects,
    OnError onError,
    boolean repeatable,
    Optional<String> alias,
    Optional<Duration> callTimeout,
    Optional<Duration> callTimeoutMax) {

  /** What holds for a tool that the file does not name. */
  public static final ToolConfig DEFAULT =
      new ToolConfig(
          Optional.empty(),
          OnError.REPLAY,
          false,
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public ToolConfig {
    CallTimeouts.require(callTimeout, callTimeoutMax);
  }
}
