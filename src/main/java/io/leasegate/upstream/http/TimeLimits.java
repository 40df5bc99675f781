package io.leasegate.upstream.http;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;

/**
 * How long a request to an upstream may take, from its start.
 *
 * @param sendNanos until it must be sent, or Long.MAX_VALUE; 0 or less: it must not be
 * @param idleNanos without an answer or a sign of life
 * @param maxNanos in all
 */
record TimeLimits(long sendNanos, long idleNanos, long maxNanos) {

  /** For a request whose only limit is the time of its answer. */
  static TimeLimits of(long nanos) {
    return new TimeLimits(Long.MAX_VALUE, nanos, nanos);
  }

  /** The time for everything before the first byte is sent. */
  long unsentNanos() {
    return Math.min(sendNanos, Math.min(idleNanos, maxNanos));
  }

  /**
   * The answer of a request that was not sent in that time.
   *
   * @param why what the upstream did not do, if it had enough time to do it
   */
  UpstreamAnswer.NotSent notSent(String why) {
    return sendNanos < UpstreamCall.FAIR_SEND_NANOS
        ? new UpstreamAnswer.NotSent(
            ErrorCode.OVERLOADED, "was not sent a call that had waited too long before", 1)
        : new UpstreamAnswer.NotSent(ErrorCode.CONNECT_FAILED, why, 1);
  }
}
