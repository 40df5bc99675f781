package io.leasegate.core.error;

import static io.leasegate.core.error.ErrorKind.*;

import java.util.Locale;

/**
 * Every reason for which the gateway refuses an execution; the set is closed and on the wire.
 *
 * <p>Each code has one kind and the action that usually helps.
 */
public enum ErrorCode {
  GRANT_EXPIRED(EXPIRED_GRANT, NextAction.REQUEST_CAPABILITY),
  GRANT_REVOKED(EXPIRED_GRANT, NextAction.REQUEST_CAPABILITY),
  NO_GRANT(MISSING_SCOPE, NextAction.REQUEST_CAPABILITY),
  NO_POLICY(POLICY_DENIED, NextAction.HUMAN),
  NO_RULE(POLICY_DENIED, NextAction.HUMAN),
  CEILING_BLOCKED(POLICY_DENIED, NextAction.NONE),
  CONFIG_ERROR(POLICY_DENIED, NextAction.HUMAN),
  INVALID_TTL(POLICY_DENIED, NextAction.REQUEST_CAPABILITY),
  KILLED(POLICY_DENIED, NextAction.HUMAN),
  LEASE_REQUIRED(POLICY_DENIED, NextAction.REQUEST_CAPABILITY),
  IDEMPOTENCY_KEY_REQUIRED(POLICY_DENIED, NextAction.NEW_KEY),
  CAPABILITY_RATE_LIMITED(RATE_LIMITED, NextAction.WAIT),
  CALL_RATE_LIMITED(RATE_LIMITED, NextAction.WAIT),
  OVERLOADED(RATE_LIMITED, NextAction.WAIT),
  LEASE_NOT_FOUND(LEASE_ERROR, NextAction.DIAGNOSE),
  LEASE_EXPIRED(LEASE_ERROR, NextAction.REQUEST_CAPABILITY),
  LEASE_REVOKED(LEASE_ERROR, NextAction.REQUEST_CAPABILITY),
  UPSTREAM_OUT_OF_SCOPE(LEASE_ERROR, NextAction.REQUEST_CAPABILITY),
  WRITE_BUDGET_EXHAUSTED(LEASE_ERROR, NextAction.HUMAN),
  STALE_GENERATION(LEASE_ERROR, NextAction.DIAGNOSE),
  IDEMPOTENCY_KEY_CONFLICT(IDEMPOTENCY, NextAction.NEW_KEY),
  IDEMPOTENCY_IN_FLIGHT(IDEMPOTENCY, NextAction.WAIT),
  IDEMPOTENCY_OUTCOME_UNKNOWN(IDEMPOTENCY, NextAction.HUMAN),
  IDEMPOTENCY_KEY_INVALID(IDEMPOTENCY, NextAction.NEW_KEY),
  CIRCUIT_OPEN(UPSTREAM_DOWN, NextAction.WAIT),
  CONNECT_FAILED(UPSTREAM_DOWN, NextAction.WAIT),
  UPSTREAM_TIMEOUT(UPSTREAM_DOWN, NextAction.WAIT),
  UPSTREAM_LOST(UPSTREAM_DOWN, NextAction.WAIT),
  UPSTREAM_BUSY(UPSTREAM_DOWN, NextAction.WAIT),
  UPSTREAM_UNAUTHORIZED(AUTH_BROKEN, NextAction.HUMAN),
  STORE_UNAVAILABLE(ErrorKind.STORE_UNAVAILABLE, NextAction.WAIT),
  PARITY_MISMATCH(ErrorKind.STORE_UNAVAILABLE, NextAction.HUMAN),
  RESULT_TOO_LARGE(ErrorKind.RESULT_TOO_LARGE, NextAction.DIAGNOSE);

  private final ErrorKind kind;
  private final NextAction usualAction;

  ErrorCode(ErrorKind kind, NextAction usualAction) {
    this.kind = kind;
    this.usualAction = usualAction;
  }

  public ErrorKind kind() {
    return kind;
  }

  public NextAction usualAction() {
    return usualAction;
  }

  /** The name on the wire. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
