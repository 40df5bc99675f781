package io.leasegate.store;

/** The store cannot be asked or did not answer in time: the only failure of a store's future. */
public final class StoreUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  private final boolean mayHaveRun;

  private StoreUnavailable(String reason, boolean mayHaveRun) {
    // one for each call while the store is away: nobody reads their traces
    super(reason, null, false, false);
    this.mayHaveRun = mayHaveRun;
  }

  /**
   * What was asked for has not happened.
   *
   * @param reason one line for the log and for {@code /readyz}; no secret is in it
   */
  public static StoreUnavailable notRun(String reason) {
    return new StoreUnavailable(reason, false);
  }

  /** What was asked for may have happened, or may happen yet. */
  public static StoreUnavailable unanswered(String reason) {
    return new StoreUnavailable(reason, true);
  }

  /** Whether what was asked for may have happened, or may happen yet. */
  public boolean mayHaveRun() {
    return mayHaveRun;
  }
}
