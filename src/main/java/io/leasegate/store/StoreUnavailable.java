package io.leasegate.store;

import io.leasegate.core.error.ErrorCode;

/** The store cannot be asked or did not answer in time: the only failure of a store's future. */
public final class StoreUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final ErrorCode code;
  private final boolean mayHaveRun;

  private StoreUnavailable(ErrorCode code, String reason, boolean mayHaveRun) {
    // one for each call while the store is away: nobody reads their traces
    super(reason, null, false, false);
    this.code = code;
    this.mayHaveRun = mayHaveRun;
  }

  /**
   * What was asked for has not happened.
   *
   * @param reason one line for the log and for {@code /readyz}; no secret is in it
   */
  public static StoreUnavailable notRun(String reason) {
    return new StoreUnavailable(ErrorCode.STORE_UNAVAILABLE, reason, false);
  }

  /** What was asked for may have happened, or may happen yet. */
  public static StoreUnavailable unanswered(String reason) {
    return new StoreUnavailable(ErrorCode.STORE_UNAVAILABLE, reason, true);
  }

  /**
   * The store is in another form than this build knows: it may be read, and nothing was changed.
   */
  public static StoreUnavailable parityMismatch(String reason) {
    return new StoreUnavailable(ErrorCode.PARITY_MISMATCH, reason, false);
  }

  /** {@code STORE_UNAVAILABLE} or {@code PARITY_MISMATCH}. */
  public ErrorCode code() {
    return code;
  }

  /** Whether what was asked for may have happened, or may happen yet. */
  public boolean mayHaveRun() {
    return mayHaveRun;
  }
}
