package io.leasegate.pipeline;

/** Counts and times calls. Called on their loops; must not block. */
@FunctionalInterface
public interface CallMeter {

  /**
   * A call has left the pipeline.
   *
   * @param nanos since it came in
   * @param upstreamNanos of these, spent waiting for the upstream
   */
  void ended(ToolCall call, CallOutcome outcome, long nanos, long upstreamNanos);

  /**
   * A step of the store has answered.
   *
   * @param step {@code claim} or {@code settle}
   */
  default void storeTook(String step, long nanos) {}

  /**
   * A call's key was judged.
   *
   * @param verdict {@code execute}, {@code replay}, {@code in_flight}, {@code released}, {@code
   *     conflict}, {@code outcome_unknown} or {@code refused}
   */
  default void judgedKey(String verdict) {}
}
