package io.leasegate.downstream;

import io.leasegate.loop.Loop;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The calls of legacy sessions that run, so that a cancellation finds them. Safe from every loop.
 */
final class InFlightCalls {

  private record Key(String sessionId, String id) {}

  private record Running(Loop loop, Runnable cancel) {}

  private final Map<Key, Running> running = new ConcurrentHashMap<>();

  /**
   * Notes a call; the result takes it out again.
   *
   * @param cancel cancels it, on its loop
   */
  Runnable add(String sessionId, String id, Loop loop, Runnable cancel) {
    Key key = new Key(sessionId, id);
    Running entry = new Running(loop, cancel);
    running.put(key, entry);
    return () -> running.remove(key, entry);
  }

  /**
   * Cancels the call that the session sent under that id (JSON text); false when none runs here.
   */
  boolean cancel(String sessionId, String id) {
    Running found = running.get(new Key(sessionId, id));
    if (found != null) {
      found.loop().run(found.cancel());
    }
    return found != null;
  }
}
