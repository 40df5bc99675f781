package io.leasegate.store;

/**
 * The store cannot be asked or did not answer in time: the only failure of a store's future. What
 * was asked for may have happened.
 */
public final class StoreUnavailable extends RuntimeException {

  private static final long serialVersionUID = 1L;

  /**
   * @param reason one line for the log and for {@code /readyz}; no secret is in it
   */
  public StoreUnavailable(String reason) {
    // one for each call while the store is away: nobody reads their traces
    super(reason, null, false, false);
  }
}
