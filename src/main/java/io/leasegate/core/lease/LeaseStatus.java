package io.leasegate.core.lease;

import java.util.Locale;

/** What a lease is at a moment: its stored end or, without one, what its times make of it. */
public enum LeaseStatus {
  /** Live, and its holder was heard of. */
  ACTIVE,
  /** Live, but no heartbeat came for the whole grace. */
  STALE,
  /** No longer live, and not open to be taken over by a reclaim. */
  EXPIRED,
  /** No longer live, and its grace is over too. */
  RECLAIMABLE,
  RELEASED,
  RECLAIMED,
  SUPERSEDED,
  REVOKED,
  /** Imported without what identity or expiry needs; protected until an operator settles it. */
  LEGACY_AMBIGUOUS;

  /**
   * The status at a time. The first that holds counts: the stored end, ambiguous, reclaimable,
   * expired, stale, active. A boundary belongs to what comes after it: at {@code now == expires_at}
   * a lease has expired.
   *
   * @param now ms since 1970
   */
  public static LeaseStatus of(Lease lease, long now) {
    if (lease.end().isPresent()) {
      return ended(lease.state());
    }
    if (!lease.missing().isEmpty()) {
      return LEGACY_AMBIGUOUS;
    }
    if (now >= lease.times().expiresAt()) {
      return lease.terms().takeover() == Takeover.RECLAIM && now >= lease.reclaimableAt()
          ? RECLAIMABLE
          : EXPIRED;
    }
    return lease.terms().hasHeartbeats() && now >= lease.staleAt() ? STALE : ACTIVE;
  }

  private static LeaseStatus ended(LeaseState state) {
    return switch (state) {
      case RELEASED -> RELEASED;
      case RECLAIMED -> RECLAIMED;
      case SUPERSEDED -> SUPERSEDED;
      case REVOKED -> REVOKED;
      case ACTIVE -> throw new IllegalStateException("an active lease has no end");
    };
  }

  /** Whether the lease still gives its holder anything. */
  public boolean isLive() {
    return this == ACTIVE || this == STALE;
  }

  /** The name in records and answers. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
