package io.leasegate.upstream.channel;

import io.leasegate.core.call.Identity;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Decides who may hear a log message of a session that all agents share. The message names no call:
 * only when one agent alone can have caused it, it goes to that agent, else it could tell one about
 * another. Bound to the home loop.
 */
final class LogAudience {

  private @Nullable Identity abandoner;
  private boolean several;

  /** A call of that agent may still run though nobody waits for it. */
  void abandoned(Identity identity) {
    several |= abandoner != null && !abandoner.equals(identity);
    abandoner = identity;
  }

  /** The only call that the message can be about, or null. */
  @Nullable PendingCall of(Map<Long, PendingCall> inFlight) {
    if (inFlight.size() != 1 || several) {
      return null;
    }
    PendingCall only = inFlight.values().iterator().next();
    return abandoner == null || abandoner.equals(only.call().identity()) ? only : null;
  }
}
