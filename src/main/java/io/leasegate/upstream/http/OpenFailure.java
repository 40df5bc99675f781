package io.leasegate.upstream.http;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.upstream.UpstreamAnswer;
import org.jspecify.annotations.Nullable;

/** No session could be opened; the message continues "the upstream …". Nothing has run. */
final class OpenFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final @Nullable transient UpstreamAnswer answer;

  OpenFailure(String why, @Nullable UpstreamAnswer answer) {
    super(why, null, false, false);
    this.answer = answer;
  }

  static OpenFailure of(UpstreamAnswer answer) {
    if (answer instanceof UpstreamAnswer.NotSent notSent) {
      return new OpenFailure(notSent.why(), answer);
    }
    if (answer instanceof UpstreamAnswer.Rejected rejected) {
      return new OpenFailure(rejected.why(), answer);
    }
    return answer instanceof UpstreamAnswer.OutcomeUnknown unknown
        ? new OpenFailure(unknown.why() + " (initialize)", null)
        : new OpenFailure("gave no usable answer to initialize", null);
  }

  /** What a call that needed the session is answered. */
  UpstreamAnswer toAnswer() {
    return answer != null
        ? answer
        : new UpstreamAnswer.NotSent(ErrorCode.CONNECT_FAILED, String.valueOf(getMessage()), 1);
  }
}
