package io.leasegate.pipeline;

/** Counts and times calls. Called on their loops; must not block. */
public interface CallMeter {

  /** The upstream has answered, or not, after this time. */
  void upstreamTook(ToolCall call, long nanos);

  /** The call has left the pipeline, so long after it came in. */
  void ended(ToolCall call, CallOutcome outcome, long nanos);
}
