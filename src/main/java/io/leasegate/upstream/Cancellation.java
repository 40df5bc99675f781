package io.leasegate.upstream;

import org.jspecify.annotations.Nullable;

/** The wish of a call's client to stop it. Bound to the call's loop; happens at most once. */
public final class Cancellation {

  private boolean cancelled;
  private @Nullable Runnable handler;

  /** Asks for the end of the call. */
  public void cancel() {
    if (!cancelled) {
      cancelled = true;
      if (handler != null) {
        handler.run();
      }
    }
  }

  public boolean isCancelled() {
    return cancelled;
  }

  /** Names the one who acts on it; at once when it has happened already. */
  public void onCancel(Runnable action) {
    handler = action;
    if (cancelled) {
      action.run();
    }
  }
}
