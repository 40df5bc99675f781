package io.leasegate.audit;

import java.util.Locale;

/** What entries are about. */
public enum AuditKind {
  /** Calls: writes and keyed calls one by one, reads and refusals counted. */
  CALL,
  GRANT,
  LEASE,
  APPROVAL,
  /** The kill switch. */
  KILL,
  /** Policy and configuration. */
  POLICY,
  /** The log itself and what holds it. */
  STORE;

  /** The name on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
