package io.leasegate.config;

import java.time.Duration;
import java.util.Optional;

/** The rule of the two timeouts that an upstream and a tool may set. */
final class CallTimeouts {

  private CallTimeouts() {}

  static void require(Optional<Duration> callTimeout, Optional<Duration> callTimeoutMax) {
    callTimeout.ifPresent(value -> LimitsConfig.CALL_TIMEOUT.require("call_timeout", value));
    callTimeoutMax.ifPresent(
        value -> LimitsConfig.CALL_TIMEOUT_MAX.require("call_timeout_max", value));
    if (callTimeout.isPresent() && callTimeoutMax.isPresent()) {
      ConfigValueException.require(
          callTimeout.get().compareTo(callTimeoutMax.get()) <= 0,
          "call_timeout",
          "is longer than call_timeout_max (" + DurationText.format(callTimeoutMax.get()) + ")");
    }
  }
}
