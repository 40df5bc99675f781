package io.leasegate.upstream.channel;

import io.leasegate.loop.Loop;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Who still wants the answers of calls that were given up for their time. Of a call it keeps
 * nothing else. Gone with its session: what a dead channel was asked is never answered. Bound to
 * the home loop.
 */
final class LateCalls {

  private record Late(Loop loop, Consumer<UpstreamAnswer> hears, long until) {}

  private final Map<Long, Late> waiting = new HashMap<>();

  /**
   * Waits for the answer, where the call wants it and there is room.
   *
   * @param until when it is of no more use
   */
  void keep(PendingCall call, long until, long now) {
    Consumer<UpstreamAnswer> hears = call.call().late();
    if (hears == null) {
      return;
    }
    if (waiting.size() >= UpstreamCall.MAX_LATE) {
      waiting.values().removeIf(late -> late.until() - now <= 0);
    }
    if (waiting.size() < UpstreamCall.MAX_LATE) {
      waiting.put(call.id(), new Late(call.call().loop(), hears, until));
    }
  }

  /** The upstream gave an answer under that id; false when nobody waited for it. */
  boolean answered(long id, UpstreamAnswer answer, long now) {
    Late late = waiting.remove(id);
    if (late == null) {
      return false;
    }
    boolean useful = late.until() - now > 0 && !(answer instanceof UpstreamAnswer.OutcomeUnknown);
    if (useful) {
      late.loop().run(() -> late.hears().accept(answer));
    }
    return useful;
  }

  int size() {
    return waiting.size();
  }
}
