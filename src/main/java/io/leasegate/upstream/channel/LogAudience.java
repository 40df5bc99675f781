package io.leasegate.upstream.channel;

import io.leasegate.core.call.Identity;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may hear a log message of a session that all agents share. The message names no call:
 * only when one agent alone can have caused it, it goes to that agent, else it could tell one about
 * another. Bound to the home loop.
 *
 * <p>A call that nobody waits for any more may still cause messages, until it is answered or its
 * time is over: MCP has no word for the end of a cancelled call.
 */
final class LogAudience {

  /** Calls that are told apart; with more of them nobody hears anything for their time. */
  static final int MAX_ABANDONED = 256;

  private record Abandoned(Identity identity, long until) {}

  private final Map<Long, Abandoned> abandoned = new HashMap<>();
  private boolean closed;
  private long closedUntil;

  /**
   * A call may still run though nobody waits for it.
   *
   * @param until when it counts no longer
   */
  void abandoned(long id, Identity identity, long until, long now) {
    prune(now);
    if (abandoned.size() < MAX_ABANDONED) {
      abandoned.put(id, new Abandoned(identity, until));
    } else {
      closedUntil = closed ? Math.max(closedUntil, until) : until;
      closed = true;
    }
  }

  /** The upstream has done with that call. */
  void ended(long id) {
    abandoned.remove(id);
  }

  /** The only call that the message can be about, or null. */
  @Nullable PendingCall of(Map<Long, PendingCall> inFlight, long now) {
    if (inFlight.size() != 1) {
      return null;
    }
    prune(now);
    PendingCall only = inFlight.values().iterator().next();
    Identity agent = only.call().identity();
    boolean others =
        closed || abandoned.values().stream().anyMatch(call -> !call.identity().equals(agent));
    return others ? null : only;
  }

  private void prune(long now) {
    closed &= closedUntil - now > 0;
    if (!abandoned.isEmpty()) {
      abandoned.values().removeIf(call -> call.until() - now <= 0);
    }
  }
}
