package io.leasegate.store;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.LeaseBinding;
import java.util.Locale;
import java.util.Optional;

/**
 * A request that waits for a human, or has been decided. Times are ms since 1970.
 *
 * @param capability glob text that was asked for
 * @param ttlMs of the grant, from the approval on
 * @param reason in the agent's words
 * @param expiresAt when an open one ends by itself
 * @param grantId what an approval gave
 */
public record Approval(
    String id,
    Identity identity,
    String capability,
    long ttlMs,
    Optional<LeaseBinding> lease,
    String ruleName,
    String reason,
    long createdAt,
    long expiresAt,
    Status status,
    Optional<String> grantId) {

  /** What became of it. */
  public enum Status {
    PENDING,
    APPROVED,
    DENIED,
    EXPIRED,
    CANCELLED;

    /** The name on the wire. */
    public String wireName() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The status at a time: an open one expires by itself. */
  public Status statusAt(long now) {
    return status == Status.PENDING && now >= expiresAt ? Status.EXPIRED : status;
  }

  public Approval decided(Status status, Optional<String> grantId) {
    return new Approval(
        id,
        identity,
        capability,
        ttlMs,
        lease,
        ruleName,
        reason,
        createdAt,
        expiresAt,
        status,
        grantId);
  }
}
