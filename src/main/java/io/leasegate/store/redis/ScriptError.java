package io.leasegate.store.redis;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.store.StoreUnavailable;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Why a script does nothing; the same names as in {@code lua/include/errors.lua}. */
enum ScriptError {
  KILLED(ErrorCode.KILLED),
  GRANT_REVOKED(ErrorCode.GRANT_REVOKED),
  GRANT_EXPIRED(ErrorCode.GRANT_EXPIRED),
  LEASE_REVOKED(ErrorCode.LEASE_REVOKED),
  LEASE_EXPIRED(ErrorCode.LEASE_EXPIRED),
  STALE_GENERATION(ErrorCode.STALE_GENERATION),
  WRITE_BUDGET_EXHAUSTED(ErrorCode.WRITE_BUDGET_EXHAUSTED),
  OVERLOADED(ErrorCode.OVERLOADED),
  /** The server's clock is far behind what the store remembers. */
  CLOCK_BEHIND("the clock of redis is more than 60 s behind the newest audit entry"),
  /** What happens faster than it is sealed cannot be written down. */
  AUDIT_FULL("the audit cannot keep up: too much is unsealed"),
  /** The claim reached the store when nobody waited for it any more. */
  LATE("the claim came too late"),
  /** The attempt was given up, or is claimed already. */
  ATTEMPT_USED("the attempt was given up");

  private final @Nullable ErrorCode code;
  private final String reason;

  ScriptError(ErrorCode code) {
    this.code = code;
    this.reason = code.wireName();
  }

  ScriptError(String reason) {
    this.code = null;
    this.reason = reason;
  }

  static ScriptError of(String wireName) {
    return valueOf(wireName.toUpperCase(Locale.ROOT));
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The refusal that a caller sees; empty where the store itself cannot be used. */
  Optional<ErrorCode> refusal() {
    return Optional.ofNullable(code);
  }

  StoreUnavailable unavailable() {
    return StoreUnavailable.notRun(reason);
  }
}
