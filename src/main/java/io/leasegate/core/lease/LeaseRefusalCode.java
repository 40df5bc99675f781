package io.leasegate.core.lease;

import java.util.Locale;

/** Why a lease does not change. */
public enum LeaseRefusalCode {
  /** The caller believes in a generation that is not the current one. */
  STALE_GENERATION,
  /** The record has its end. */
  ENDED,
  /** The record is protected until an operator settles it. */
  LEGACY_AMBIGUOUS,
  /** The lease is somebody else's. */
  NOT_HOLDER,
  /** No write is left. */
  WRITE_BUDGET_EXHAUSTED;

  /** As clients see it. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
