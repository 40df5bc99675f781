package io.leasegate.upstream.channel;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.jsonrpc.Members;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.CircuitBreaker;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.Cancelled;
import io.leasegate.upstream.UpstreamAnswer.NotSent;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamAnswer.Response;
import io.leasegate.upstream.UpstreamAnswer.TooLarge;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One connection: who waits for which answer, and what becomes of what the upstream says. A message
 * that belongs to nothing is counted and disturbs nobody. Bound to the home loop.
 */
final class ChannelSession implements ChannelListener {

  /** Hears of what concerns more than one connection; on the home loop. */
  interface Owner {
    void onToolsChanged(ChannelSession session);

    /** It ended by itself, and is to be closed, which answers its calls. */
    void onEnd(ChannelSession session, String why);

    /** A call was the last that it waited for. */
    void onQuiet(ChannelSession session);
  }

  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int LONGEST_ID = 18;

  private final ChannelSettings settings;
  private final CircuitBreaker circuit;
  private final StrayLog strays;
  private final Owner owner;
  private final MessageChannel channel;
  private final InternalRequests requests;
  private final Loop home;
  private final LogAudience audience = new LogAudience();
  private final LateCalls lateCalls = new LateCalls();
  private final Map<Long, PendingCall> calls = new HashMap<>();
  private boolean over;

  ChannelSession(
      ChannelSettings settings,
      Loop home,
      ChannelFactory channels,
      CircuitBreaker circuit,
      LongSupplier ids,
      StrayLog strays,
      Owner owner) {
    this.settings = settings;
    this.home = home;
    this.circuit = circuit;
    this.strays = strays;
    this.owner = owner;
    this.channel = channels.open(home.context(), this);
    this.requests = new InternalRequests(home, channel, ids, settings.answerLimit().toNanos());
  }

  Future<RpcMessage> request(String method, String params) {
    return requests.request(method, params);
  }

  /** Sends what needs no answer; lost when the channel takes no more. */
  void tell(Buffer message) {
    if (channel.send(message) == null) {
      strays.ignored("a message to it that it had no room for");
    }
  }

  boolean isQuiet() {
    return calls.isEmpty();
  }

  /** Sends a call, or answers why it did not. */
  void call(PendingCall call, Buffer message) {
    if (calls.size() >= settings.maxPending()) {
      call.answer(new NotSent(ErrorCode.OVERLOADED, "has too many calls in flight", 1));
      return;
    }
    if (call.isTooLate()) {
      call.answer(call.notSentInTime());
      return;
    }
    long wait = circuit.admit();
    if (wait > 0) {
      int seconds = (int) Math.min(3600, 1 + (wait - 1) / NANOS_PER_SECOND);
      call.answer(new NotSent(ErrorCode.CIRCUIT_OPEN, "failed several times in a row", seconds));
      return;
    }
    MessageChannel.Sending sending =
        channel.send(message, call.call().headers(), call.call().sendBy());
    if (sending == null) {
      call.answer(new NotSent(ErrorCode.OVERLOADED, "does not read its input fast enough", 1));
      return;
    }
    calls.put(call.id(), call);
    call.sentBy(this, sending);
  }

  /** It is late to send the call: what has not left does not leave any more. */
  void takeBack(PendingCall call) {
    if (calls.containsKey(call.id()) && call.withdraw()) {
      take(call.id());
      if (call.hadFairTime()) {
        circuit.failed();
      }
      call.answer(call.notSentInTime());
      noteQuiet();
    }
  }

  /**
   * No answer came in time.
   *
   * @param until when the call can no longer run
   */
  void expire(PendingCall call, String why, long until) {
    takeBack(call);
    if (take(call.id()) != null) {
      circuit.failed();
      audience.abandoned(call.id(), call.call().identity(), until, home.nanoTime());
      if (call.call().late() == null) {
        tell(OutboundMessages.cancelled(call.id(), "timeout"));
      }
      lateCalls.keep(call, until, home.nanoTime());
      call.answer(new OutcomeUnknown(ErrorCode.UPSTREAM_TIMEOUT, why));
      noteQuiet();
    }
  }

  /**
   * The call's client gave it up.
   *
   * @param until when the call can no longer run
   */
  void cancel(PendingCall call, long until) {
    if (take(call.id()) == null) {
      return;
    }
    if (!call.withdraw()) {
      audience.abandoned(call.id(), call.call().identity(), until, home.nanoTime());
      tell(OutboundMessages.cancelled(call.id(), "cancelled by the client"));
    }
    call.answer(new Cancelled());
    noteQuiet();
  }

  /** Ends it: calls that still wait are lost. */
  Future<Void> close(Duration grace, String why) {
    lose(why);
    return channel.close(grace);
  }

  @Override
  public void onEnd(String why) {
    if (!over) {
      owner.onEnd(this, why);
    }
  }

  private void lose(String why) {
    over = true;
    List<PendingCall> lost = List.copyOf(calls.values());
    calls.clear();
    boolean sent = false;
    for (PendingCall call : lost) {
      boolean withdrawn = call.withdraw();
      sent |= !withdrawn;
      call.answer(
          withdrawn
              ? new NotSent(ErrorCode.CONNECT_FAILED, why, 1)
              : new OutcomeUnknown(ErrorCode.UPSTREAM_LOST, why));
    }
    if (sent) {
      circuit.failed(); // one end is one failure, however many calls it took along
    }
    requests.failAll(why);
  }

  @Override
  public void onIncoming(Incoming incoming) {
    if (over) {
      return;
    }
    if (incoming instanceof Incoming.Message message) {
      onMessage(message.message());
    } else if (incoming instanceof Incoming.Oversize oversize) {
      onUnusable(oversize.id(), "answered with too much", new TooLarge(settings.maxResponse()));
    } else if (incoming instanceof Incoming.Unreadable unreadable) {
      String why = "gave an answer that cannot be read: " + unreadable.why();
      onUnusable(unreadable.id(), why, new OutcomeUnknown(ErrorCode.UPSTREAM_LOST, why));
    }
  }

  private void onMessage(RpcMessage message) {
    switch (message.kind()) {
      case RESULT, ERROR -> onResponse(message);
      case REQUEST -> tell(OutboundMessages.answerTo(message));
      case NOTIFICATION -> onNotification(message);
    }
  }

  private void onResponse(RpcMessage message) {
    // a string is no id of ours, even when it holds the same digits
    long id = number(message, message.idFrom(), message.idTo());
    PendingCall call = take(id);
    if (call != null) {
      circuit.succeeded();
      call.answer(new Response(message));
      noteQuiet();
    } else if (!isLate(id, new Response(message)) && !requests.answered(id, message)) {
      strays.ignored("an answer to no request");
    }
  }

  /** Whether it was given to one who waited for the answer of a call that was given up. */
  private boolean isLate(long id, UpstreamAnswer answer) {
    audience.ended(id);
    return lateCalls.answered(id, answer, home.nanoTime());
  }

  private void onUnusable(long id, String why, UpstreamAnswer answer) {
    PendingCall call = take(id);
    if (call != null) {
      if (answer instanceof TooLarge) {
        circuit.succeeded();
      } else {
        circuit.failed();
      }
      call.answer(answer);
      noteQuiet();
    } else if (!isLate(id, answer) && !requests.fail(id, why)) {
      strays.ignored("an unusable answer to no request");
    }
  }

  private void onNotification(RpcMessage message) {
    switch (message.method()) {
      case "notifications/progress" -> onProgress(message);
      case "notifications/message" -> {
        PendingCall call = audience.of(calls, home.nanoTime());
        if (call == null || !call.log(message)) {
          strays.ignored("a log message that is not clearly one call's");
        }
      }
      case "notifications/tools/list_changed" -> owner.onToolsChanged(this);
      default -> strays.ignored("a notification that is not served");
    }
  }

  private void onProgress(RpcMessage message) {
    Members params = message.params();
    int token = params == null ? -1 : params.indexOf("progressToken");
    PendingCall call =
        params == null || token < 0
            ? null
            : calls.get(number(message, params.valueFrom(token), params.valueTo(token)));
    if (call == null || !call.call().request().wantsProgress() || !call.progress(message)) {
      strays.ignored("progress of no call, or too much of it");
    }
  }

  private static long number(RpcMessage message, int from, int to) {
    return from < 0 || to - from > LONGEST_ID ? -1 : EnvelopeProbe.number(message.text(from, to));
  }

  private @Nullable PendingCall take(long id) {
    return calls.remove(id);
  }

  private void noteQuiet() {
    if (calls.isEmpty()) {
      owner.onQuiet(this);
    }
  }
}
