package io.leasegate.pipeline;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.Refusal;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.Cancelled;
import io.leasegate.upstream.UpstreamAnswer.NotSent;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamAnswer.Rejected;
import io.leasegate.upstream.UpstreamAnswer.Response;
import io.leasegate.upstream.UpstreamAnswer.TooLarge;

/** What the caller is told about each way in which an upstream can answer, or not. */
final class UpstreamOutcomes {

  private UpstreamOutcomes() {}

  static CallOutcome of(ToolCall call, UpstreamAnswer answer) {
    if (answer instanceof Response response) {
      return new CallOutcome.Answered(response.message(), null);
    }
    if (answer instanceof NotSent notSent) {
      return refused(
          call,
          notSent.code(),
          notSent.why(),
          "Nothing was sent. Try the same call again in " + notSent.retryAfterS() + " s.",
          notSent.retryAfterS());
    }
    if (answer instanceof Rejected rejected) {
      return rejected.code() == ErrorCode.UPSTREAM_BUSY
          ? refused(
              call,
              rejected.code(),
              rejected.why(),
              "Try the same call again in " + rejected.retryAfterS() + " s.",
              rejected.retryAfterS())
          : refused(
              call,
              rejected.code(),
              rejected.why(),
              "Ask an operator to check the credentials of this upstream.",
              0);
    }
    if (answer instanceof OutcomeUnknown unknown) {
      return refused(call, unknown.code(), unknown.why(), afterUnknown(call), 0);
    }
    if (answer instanceof TooLarge tooLarge) {
      return refused(
          call,
          ErrorCode.RESULT_TOO_LARGE,
          "answered with more than " + tooLarge.limit() + " bytes",
          "Ask for less: narrow the query, or page through it.",
          0);
    }
    if (answer instanceof Cancelled) {
      return new CallOutcome.Cancelled();
    }
    throw new AssertionError("an answer of no kind: " + answer);
  }

  private static String afterUnknown(ToolCall call) {
    return call.route().write()
        ? "It may have run. Look for its effect before you call again."
        : "Try the same call again.";
  }

  private static CallOutcome refused(
      ToolCall call, ErrorCode code, String why, String nextStep, int retryAfterS) {
    String message = "the upstream " + call.route().upstream().name() + " " + why;
    return new CallOutcome.Refused(
        Refusal.of(code, message, call.route().capability(), nextStep).retryAfter(retryAfterS));
  }
}
