package io.leasegate.store;

/** The store cannot take a step now; nothing of it was done. */
public final class StoreUnavailable extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public StoreUnavailable(String message) {
    super(message, null, false, false);
  }
}
