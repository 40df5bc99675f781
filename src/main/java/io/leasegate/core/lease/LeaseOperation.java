package io.leasegate.core.lease;

import java.util.Locale;

/** The changes that leave an entry in a lease's provenance and in the audit log. */
public enum LeaseOperation {
  /** A task lease begins. */
  OPEN,
  ACQUIRE,
  HEARTBEAT,
  RENEW,
  RELEASE,
  RECOVER,
  OFFER,
  ADOPT,
  TRANSFER,
  RECLAIM,
  REVOKE,
  IMPORT,
  SETTLE;

  /** The name in records and answers. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
