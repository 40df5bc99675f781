package io.leasegate.upstream;

/** Whether calls go to an upstream: yes, no, or one as a probe. Times are monotonic nanoseconds. */
public sealed interface CircuitState {

  /** Failures in a row. */
  int failures();

  /** The name on the wire. */
  String wireName();

  record Closed(int failures) implements CircuitState {
    static final Closed CLEAN = new Closed(0);

    @Override
    public String wireName() {
      return "closed";
    }
  }

  record Open(int failures, long since) implements CircuitState {
    @Override
    public String wireName() {
      return "open";
    }
  }

  /** One call is on its way as a probe since then. */
  record HalfOpen(int failures, long since) implements CircuitState {
    @Override
    public String wireName() {
      return "half_open";
    }
  }
}
