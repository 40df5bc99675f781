package io.leasegate.pipeline;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.NextAction;
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

  static CallOutcome of(ToolCall call, boolean keyed, UpstreamAnswer answer) {
    if (answer instanceof Response response) {
      return new CallOutcome.Answered(response.message(), null, null);
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
      return afterUnknown(call, keyed, unknown);
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

  private static CallOutcome afterUnknown(ToolCall call, boolean keyed, OutcomeUnknown unknown) {
    if (!keyed) {
      return refused(
          call,
          unknown.code(),
          unknown.why(),
          call.route().write()
              ? "It may have run. Look for its effect before you call again."
              : "Try the same call again.",
          0);
    }
    return new CallOutcome.Refused(
        refusal(
                call,
                unknown.code(),
                unknown.why(),
                "It may have run. A retry under the same key is safe and says what is known;"
                    + " otherwise look for its effect, or ask an operator.")
            .withAction(NextAction.HUMAN));
  }

  private static CallOutcome refused(
      ToolCall call, ErrorCode code, String why, String nextStep, int retryAfterS) {
    return new CallOutcome.Refused(refusal(call, code, why, nextStep).retryAfter(retryAfterS));
  }

  private static Refusal refusal(ToolCall call, ErrorCode code, String why, String nextStep) {
    String message = "the upstream " + call.route().upstream().name() + " " + why;
    return Refusal.of(code, message, call.route().capability(), nextStep);
  }
}
