package io.leasegate.upstream;

import java.util.Locale;
import java.util.Optional;

/** MCP's log levels, which are those of RFC 5424, from the most verbose to the gravest. */
public enum LogLevel {
  DEBUG,
  INFO,
  NOTICE,
  WARNING,
  ERROR,
  CRITICAL,
  ALERT,
  EMERGENCY;

  /** The name on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  public static Optional<LogLevel> of(String wireName) {
    for (LogLevel level : values()) {
      if (level.wireName().equals(wireName)) {
        return Optional.of(level);
      }
    }
    return Optional.empty();
  }
}
