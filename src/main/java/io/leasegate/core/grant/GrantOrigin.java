package io.leasegate.core.grant;

import java.util.Locale;

/** How a grant came to be. */
public enum GrantOrigin {
  /** An agent asked, and a rule allowed it at once. */
  EXPLICIT,
  /** A call came without a grant, and a rule allowed it at once. */
  IMPLICIT,
  /** A human approved it. */
  APPROVED,
  /** Another agent passed on what it held. */
  DELEGATED;

  /** The name in records and answers. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
