package io.leasegate.store.redis;

import java.util.EnumSet;
import java.util.Set;

/** The scripts, one for each verb. */
enum Script {
  CLAIM("idempotency/claim"),
  SETTLE("idempotency/settle"),
  EXTEND("idempotency/extend"),
  ABANDON("idempotency/abandon"),
  FIND_KEY("idempotency/find", true),
  RESOLVE("idempotency/resolve"),
  READ("grant/read", true),
  ISSUE("grant/issue"),
  DELEGATE("grant/delegate"),
  RENEW("grant/renew"),
  REVOKE("grant/revoke"),
  KILL("grant/kill"),
  RELEASE("grant/release"),
  COUNT("grant/count"),
  GRANTS("grant/page", true),
  OPEN_TASK("lease/open_task"),
  REVOKE_LEASE("lease/revoke"),
  READ_LEASE("lease/read", true),
  LEASES("lease/page", true),
  OPEN_APPROVAL("approval/open"),
  DECIDE("approval/decide"),
  APPROVALS("approval/page", true),
  OPEN_SESSION("session/open"),
  FIND_SESSION("session/find", true),
  SET_LEVEL("session/level"),
  CLOSE_SESSION("session/close"),
  AWAIT_ANSWER("session/await", true),
  ANSWER("session/answer", true),
  FORGET_ANSWER("session/forget", true),
  APPEND("audit/append"),
  UNSEALED("audit/unsealed", true),
  SEAL("audit/seal", true),
  TRIM("audit/trim", true),
  AUDIT("audit/page", true),
  NEWEST("audit/newest", true),
  WORKSPACES("workspace/register", true),
  COUNTS("workspace/counts", true),
  REFRESH("workspace/refresh", true),
  ACCEPT_CLOCK("workspace/accept_clock"),
  SCHEMA("store/schema", true),
  ACCEPT("store/accept");

  /** A replica must have these, where replicas are waited for: lost, they would allow more. */
  private static final Set<Script> ACKNOWLEDGED =
      EnumSet.of(CLAIM, SETTLE, REVOKE, REVOKE_LEASE, KILL);

  private static final Set<Script> TAKING_BACK = EnumSet.of(REVOKE, REVOKE_LEASE, KILL);

  private final String path;
  private final boolean reading;

  Script(String path) {
    this(path, false);
  }

  Script(String path, boolean reading) {
    this.path = path;
    this.reading = reading;
  }

  /** Whether nothing that protects anybody is written by it. */
  boolean reads() {
    return reading;
  }

  /** Whether it has happened only when replicas have it, if any are waited for. */
  boolean isAcknowledged() {
    return ACKNOWLEDGED.contains(this);
  }

  /** Whether permission is taken back by it: that works also while memory is short. */
  boolean takesBack() {
    return TAKING_BACK.contains(this);
  }

  /** Under {@code lua/}, without its ending. */
  String path() {
    return path;
  }
}
