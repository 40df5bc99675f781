package io.leasegate.grants;

import io.leasegate.core.error.ErrorCode;

/** What an agent is told about grants and leases that do not help it any more. */
public final class LeaseText {

  private LeaseText() {}

  /** One line: what is wrong. */
  public static String reason(ErrorCode code) {
    return switch (code) {
      case LEASE_NOT_FOUND -> "the agent has no such lease";
      case LEASE_EXPIRED -> "the lease has expired";
      case LEASE_REVOKED -> "the lease was revoked";
      case STALE_GENERATION -> "the lease has another generation by now: its owner has changed";
      case UPSTREAM_OUT_OF_SCOPE -> "the upstream is outside the lease's scope";
      case WRITE_BUDGET_EXHAUSTED -> "all writes of the lease are used";
      case GRANT_EXPIRED -> "the grant has expired";
      case GRANT_REVOKED -> "the grant was revoked";
      default -> code.wireName().replace('_', ' ');
    };
  }

  /** What to do about it. */
  public static String nextStep(ErrorCode code) {
    return switch (code) {
      case LEASE_NOT_FOUND -> "Look the lease up with scopegate_list_capabilities, or open one.";
      case UPSTREAM_OUT_OF_SCOPE ->
          "Open a lease that names this upstream, or ask without lease_id.";
      case WRITE_BUDGET_EXHAUSTED ->
          "Stop writing, or open a new lease with scopegate_open_task_lease and ask under it.";
      case STALE_GENERATION -> "Stop: somebody else owns this work now.";
      case LEASE_EXPIRED, LEASE_REVOKED ->
          "Open a lease with scopegate_open_task_lease if the work is to go on, and call"
              + " scopegate_request_capability.";
      default -> "Call scopegate_request_capability.";
    };
  }
}
