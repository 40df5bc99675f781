package io.leasegate.core.grant;

import java.util.Locale;

/** What ended a grant before its time. A delegated grant that died with its parent: the same. */
public enum RevokedBy {
  /** The agent itself. */
  AGENT,
  /** An operator: the kill switch holds until the grant's original end. */
  OPERATOR,
  /** The end of the lease that it was bound to. */
  LEASE;

  /** The name in records and answers. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
