package io.leasegate.pipeline;

import io.leasegate.core.call.Identity;
import io.leasegate.core.policy.RateLimit;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many calls each agent has made at this replica, in a window that slides. Safe from every
 * loop; a step computes for a moment and waits for nothing.
 *
 * <p>Calls close together share an entry, so that the memory of an agent does not grow with its
 * limit: a burst leaves the window as a whole, late by at most a 256th of the window.
 */
final class CallRates {

  private static final int GROUPS = 256;
  private static final int AGENTS = 100_000;

  /** What a limit says to a call. */
  sealed interface Verdict {
    record Admitted() implements Verdict {}

    /**
     * @param retryAfterS 1 or more
     */
    record Limited(int retryAfterS) implements Verdict {}

    /** As many agents are counted as may be. */
    record Full() implements Verdict {}
  }

  private static final Verdict ADMITTED = new Verdict.Admitted();

  /** Calls that came within a group's span; they leave the window with the last of them. */
  private static final class Group {
    private final long firstAt;
    private long lastAt;
    private int calls;

    Group(long at) {
      this.firstAt = at;
    }
  }

  /** The calls of one agent, the oldest first. Only touched while its entry is computed. */
  private static final class Window {
    private final ArrayDeque<Group> groups = new ArrayDeque<>();
    private int calls;
    private long windowNanos;

    private void slide(long now) {
      for (Iterator<Group> all = groups.iterator(); all.hasNext(); ) {
        Group group = all.next();
        if (now - group.lastAt < windowNanos) {
          return;
        }
        calls -= group.calls;
        all.remove();
      }
    }

    private Verdict admit(RateLimit limit, long now) {
      windowNanos = limit.window().toNanos();
      slide(now);
      if (calls >= limit.count()) {
        long left = groups.element().lastAt + windowNanos - now;
        return new Verdict.Limited((int) Math.max(1, -Math.floorDiv(-left, 1_000_000_000L)));
      }
      Group last = groups.peekLast();
      if (last == null || now - last.firstAt > windowNanos / GROUPS) {
        last = new Group(now);
        groups.add(last);
      }
      last.lastAt = now;
      last.calls++;
      calls++;
      return ADMITTED;
    }

    private boolean isOver(long now) {
      slide(now);
      return groups.isEmpty();
    }
  }

  private final Map<Identity, Window> windows = new ConcurrentHashMap<>();
  private final int mostAgents;
  private volatile long roomMadeAt;
  private volatile boolean crowded;

  CallRates() {
    this(AGENTS);
  }

  CallRates(int mostAgents) {
    this.mostAgents = mostAgents;
  }

  /**
   * Counts a call, unless the limit is reached; what is refused does not count.
   *
   * @param now monotonic nanoseconds
   */
  Verdict admit(Identity identity, RateLimit limit, long now) {
    if (windows.size() >= mostAgents && !windows.containsKey(identity) && !makeRoom(now)) {
      return new Verdict.Full();
    }
    Verdict[] verdict = {ADMITTED};
    windows.compute(
        identity,
        (key, there) -> {
          Window window = there == null ? new Window() : there;
          verdict[0] = window.admit(limit, now);
          return window;
        });
    return verdict[0];
  }

  /** Forgets the agents that have not called within their window. */
  private boolean makeRoom(long now) {
    if (crowded && now - roomMadeAt < 1_000_000_000L) {
      return false; // it goes through all of them: not for every call
    }
    roomMadeAt = now;
    for (Identity identity : windows.keySet()) {
      windows.computeIfPresent(identity, (key, window) -> window.isOver(now) ? null : window);
    }
    crowded = windows.size() >= mostAgents;
    return !crowded;
  }
}
