package io.leasegate.core.lease;

import java.util.Locale;

/** What the record itself says about its life; see {@link LeaseStatus} for what time adds. */
public enum LeaseState {
  ACTIVE,
  /** Given back by its holder. */
  RELEASED,
  /** Taken away with proofs. */
  RECLAIMED,
  /** Another lease took its place, by adoption or a later acquire. */
  SUPERSEDED,
  /** Ended by its owner's or an operator's order. */
  REVOKED;

  /** The name in records and answers. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
