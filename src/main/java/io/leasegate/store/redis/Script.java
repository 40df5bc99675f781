package io.leasegate.store.redis;

/** The scripts, one for each verb. */
enum Script {
  CLAIM("idempotency/claim"),
  SETTLE("idempotency/settle"),
  EXTEND("idempotency/extend"),
  ABANDON("idempotency/abandon"),
  FIND_KEY("idempotency/find"),
  RESOLVE("idempotency/resolve"),
  READ("grant/read"),
  ISSUE("grant/issue"),
  DELEGATE("grant/delegate"),
  RENEW("grant/renew"),
  REVOKE("grant/revoke"),
  KILL("grant/kill"),
  RELEASE("grant/release"),
  COUNT("grant/count"),
  GRANTS("grant/page"),
  OPEN_TASK("lease/open_task"),
  REVOKE_LEASE("lease/revoke"),
  READ_LEASE("lease/read"),
  LEASES("lease/page"),
  OPEN_APPROVAL("approval/open"),
  DECIDE("approval/decide"),
  APPROVALS("approval/page"),
  OPEN_SESSION("session/open"),
  FIND_SESSION("session/find"),
  SET_LEVEL("session/level"),
  CLOSE_SESSION("session/close"),
  WORKSPACES("workspace/register"),
  COUNTS("workspace/counts"),
  REFRESH("workspace/refresh");

  private final String path;

  Script(String path) {
    this.path = path;
  }

  /** Under {@code lua/}, without its ending. */
  String path() {
    return path;
  }
}
