package io.leasegate.core.lease;

import java.util.Locale;

/** How what an expired lease held gets a new owner. */
public enum Takeover {
  /** By a reclaim with its proofs. */
  RECLAIM,
  /** By a plain acquire. */
  ACQUIRE,
  /** Not at all: the lease held nothing that others could want. */
  NONE;

  /** The name in records and answers. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
