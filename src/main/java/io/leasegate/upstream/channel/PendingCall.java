package io.leasegate.upstream.channel;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A call from its start to its answer. Its timer and its answer live on the call's own loop, the
 * fields of its session on the home loop.
 */
final class PendingCall extends TimerWheel.Timer {

  /**
   * Notifications on their way to the call's loop. More are dropped: an upstream that talks faster
   * than that loop listens must not fill its queue.
   */
  static final int MAX_ON_THE_WAY = 64;

  /**
   * A call that has not left the gateway by then does not leave it any more; earlier by its own.
   */
  static final long SEND_LIMIT_NANOS = 2_000_000_000L;

  /** Acts on time limits. Told on the call's loop, of each limit at most once. */
  interface Watch {
    /** The time to send it has passed. */
    void onSendLimit(PendingCall call);

    /** No answer came in time. */
    void onExpired(PendingCall call);
  }

  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final UpstreamCall call;
  private final long id;
  private final Watch watch;
  private final Promise<UpstreamAnswer> promise = Promise.promise();
  private final AtomicInteger onTheWay = new AtomicInteger();

  // the call's loop
  private long startedAt;
  private long activeAt;
  private long sendLimit;
  private boolean sendChecked;
  private boolean done;

  // the home loop
  private @Nullable ChannelSession session;
  private MessageChannel.@Nullable Sending sending;

  /**
   * @param id the request's id at the upstream
   * @param watch told when a time limit has passed
   */
  PendingCall(UpstreamCall call, long id, Watch watch) {
    this.call = call;
    this.id = id;
    this.watch = watch;
  }

  UpstreamCall call() {
    return call;
  }

  long id() {
    return id;
  }

  /** Starts the clock. On the call's loop. */
  Future<UpstreamAnswer> begin() {
    startedAt = call.loop().nanoTime();
    activeAt = startedAt;
    sendLimit = Math.min(SEND_LIMIT_NANOS, call.sendNanos(startedAt));
    arm(startedAt);
    return promise.future();
  }

  /** One timer for all limits; progress moves it only when it fires. */
  private void arm(long now) {
    long delay = left(now);
    if (!sendChecked) {
      delay = Math.min(delay, sendLimit - (now - startedAt));
    }
    call.loop().start(this, delay);
  }

  private long left(long now) {
    return Math.min(call.maxNanos() - (now - startedAt), call.idleNanos() - (now - activeAt));
  }

  @Override
  protected void fire() {
    long now = call.loop().nanoTime();
    if (done) {
      return;
    }
    if (left(now) <= 0) {
      watch.onExpired(this);
      return;
    }
    if (!sendChecked && now - startedAt >= sendLimit) {
      sendChecked = true;
      watch.onSendLimit(this);
    }
    arm(now);
  }

  /** Which limit has passed. On the call's loop. */
  String expiry() {
    return call.loop().nanoTime() - startedAt >= call.maxNanos()
        ? "gave no answer within " + seconds(call.maxNanos())
        : "gave no answer and no progress for " + seconds(call.idleNanos());
  }

  /** Until when it may still run though it is given up now. On the call's loop. */
  long runsUntil() {
    long now = call.loop().nanoTime();
    return UpstreamCall.lateUntil(startedAt + call.maxNanos(), call.maxNanos(), now);
  }

  /** Whether it must not be sent any more. From every thread. */
  boolean isTooLate() {
    return call.sendNanos(call.loop().nanoTime()) <= 0;
  }

  /** What it is answered when it was not sent in its time. From every thread, once it began. */
  UpstreamAnswer.NotSent notSentInTime() {
    return hadFairTime()
        ? new UpstreamAnswer.NotSent(ErrorCode.UPSTREAM_BUSY, "did not read its input in time", 1)
        : new UpstreamAnswer.NotSent(
            ErrorCode.OVERLOADED, "was not sent a call that had waited too long before", 1);
  }

  /** Whether the upstream had the time to take it. From every thread, once it began. */
  boolean hadFairTime() {
    return sendLimit >= UpstreamCall.FAIR_SEND_NANOS;
  }

  private static String seconds(long nanos) {
    return nanos < NANOS_PER_SECOND ? nanos / 1_000_000 + " ms" : nanos / NANOS_PER_SECOND + " s";
  }

  /** Gives the answer to the caller, on its loop; a second one is dropped. From every thread. */
  void answer(UpstreamAnswer answer) {
    call.loop()
        .run(
            () -> {
              if (!done) {
                done = true;
                call.loop().stop(this);
                promise.complete(answer);
              }
            });
  }

  /** Passes progress on; false when too much is on the way already. From the home loop. */
  boolean progress(RpcMessage notification) {
    return tell(
        () -> {
          activeAt = call.loop().nanoTime();
          call.listener().onProgress(notification);
        });
  }

  /** Passes a log message on; false when too much is on the way already. From the home loop. */
  boolean log(RpcMessage notification) {
    return tell(() -> call.listener().onLog(notification));
  }

  private boolean tell(Runnable message) {
    if (onTheWay.get() >= MAX_ON_THE_WAY) {
      return false;
    }
    onTheWay.incrementAndGet();
    call.loop()
        .run(
            () -> {
              onTheWay.decrementAndGet();
              if (!done) {
                message.run();
              }
            });
    return true;
  }

  /** It was taken by that session. On the home loop. */
  void sentBy(ChannelSession sender, MessageChannel.Sending taken) {
    session = sender;
    sending = taken;
  }

  /** The session that sent it, or null when none did. On the home loop. */
  @Nullable ChannelSession session() {
    return session;
  }

  /** Takes it back. True when nothing of it has left the gateway. On the home loop. */
  boolean withdraw() {
    return sending != null && sending.withdraw();
  }
}
