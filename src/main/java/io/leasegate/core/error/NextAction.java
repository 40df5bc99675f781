package io.leasegate.core.error;

import java.util.Locale;

/** What an agent does about a refusal, in one word. */
public enum NextAction {
  RENEW,
  REQUEST_CAPABILITY,
  WAIT,
  DIAGNOSE,
  HUMAN,
  NEW_KEY,
  NONE;

  /** The name on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
