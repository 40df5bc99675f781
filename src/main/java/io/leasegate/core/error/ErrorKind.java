package io.leasegate.core.error;

import java.util.Locale;

/** The families of refusals that clients see as {@code kind} of an error envelope. */
public enum ErrorKind {
  EXPIRED_GRANT,
  MISSING_SCOPE,
  POLICY_DENIED,
  RATE_LIMITED,
  LEASE_ERROR,
  IDEMPOTENCY,
  UPSTREAM_DOWN,
  AUTH_BROKEN,
  STORE_UNAVAILABLE,
  RESULT_TOO_LARGE;

  /** The name on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
