package io.leasegate.config;

/** How an expired lease gets a new owner. */
public enum Takeover {
  /** By the operation of that name, with its proofs. */
  RECLAIM,
  /** By a plain acquire. */
  ACQUIRE
}
