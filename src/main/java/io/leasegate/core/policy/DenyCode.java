package io.leasegate.core.policy;

import java.util.Locale;

/** Why a policy refuses. */
public enum DenyCode {
  /** The policy has no entry for the agent and none for {@code "*"}. */
  NO_POLICY,
  /** The agent has an entry, and none of its rules matches. */
  NO_RULE,
  /** A deny glob stands in the way. */
  CEILING_BLOCKED,
  /** The ttl is malformed, zero, overflows, or less than 1 s of it is possible. */
  INVALID_TTL,
  /** The rule grants only under a lease. */
  LEASE_REQUIRED;

  /** As clients see it. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
