package io.leasegate.upstream;

import io.leasegate.core.call.Identity;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.loop.Loop;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One {@code tools/call} on its way to an upstream.
 *
 * @param loop the event loop on which the call lives, and on which it is answered
 * @param identity whose upstream session serves it, where sessions are per agent
 * @param request the client's bytes and what is changed in them
 * @param sendBy the loop's time from which on nothing is sent any more: the call is {@link
 *     UpstreamAnswer.NotSent} instead, because who looks at its claim later may take it for dead
 * @param late hears an answer that comes after the call was given up for its time, on its loop, at
 *     most once: a {@code Response}, {@code TooLarge} or {@code Rejected}; null: such an answer is
 *     not waited for, and the upstream is told to stop
 * @param headers HTTP headers that the gateway adds for this call (fence, trace), lower-case names
 * @param idleNanos longest time without an answer or progress
 * @param maxNanos longest time in all
 */
public record UpstreamCall(
    Loop loop,
    Identity identity,
    OutboundCall request,
    Map<String, String> headers,
    long sendBy,
    long idleNanos,
    long maxNanos,
    CallListener listener,
    Cancellation cancellation,
    @Nullable Consumer<UpstreamAnswer> late) {

  /** Calls of one upstream that may wait for late answers at once. */
  public static final int MAX_LATE = 64;

  /**
   * An upstream that had less time than this to take a call is not to blame when it was not sent.
   */
  public static final long FAIR_SEND_NANOS = 500_000_000L;

  private static final long MIN_LATE_NANOS = 60_000_000_000L;

  /** The time left to send it; 0 or less: it must not be sent. Long.MAX_VALUE: no limit. */
  public long sendNanos(long now) {
    return sendBy == Long.MAX_VALUE ? Long.MAX_VALUE : sendBy - now;
  }

  /**
   * Until when a call that is given up for its time now may still run and be answered: to the end
   * of its whole time, and after that for as long again, but at most 60 s.
   *
   * @param endsAt when its whole time is over
   * @param wholeNanos how long that is
   */
  public static long lateUntil(long endsAt, long wholeNanos, long now) {
    return now + Math.max(endsAt - now, Math.min(wholeNanos, MIN_LATE_NANOS));
  }
}
