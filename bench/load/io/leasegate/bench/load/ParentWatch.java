package io.leasegate.bench.load;

import java.io.IOException;

/** Ends a child of the harness when the harness is gone, however that came about. */
final class ParentWatch {
  private ParentWatch() {}

  /** Standard input is a pipe from the harness: its end is the harness's end. */
  static void endWithParent() {
    var watch = new Thread(ParentWatch::awaitEndOfInput, "parent-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private static void awaitEndOfInput() {
    try {
      while (System.in.read() >= 0) {
        // nothing is ever said here; only the end counts
      }
    } catch (IOException closed) {
      // the same as its end
    }
    Runtime.getRuntime().halt(0);
  }
}
