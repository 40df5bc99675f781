package io.leasegate.config;

/** What becomes of an idempotency key when the tool answers {@code isError}. */
public enum OnError {
  /** The answer is recorded and replayed like any other. */
  REPLAY,
  /** The key is free again. */
  RELEASE
}
