package io.leasegate.upstream;

import java.util.Locale;

/** Whether calls go to an upstream: yes, no, or one as a probe. */
public enum CircuitState {
  CLOSED,
  OPEN,
  HALF_OPEN;

  /** The name on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
