package io.leasegate.sim;

import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The sessions of the HTTP face and the stream each may have open. Full, it forgets the session
 * that was not used for the longest time. Bound to one event loop.
 */
final class SessionTable {

  private final int max;
  private final Supplier<String> ids;
  private final Consumer<SimPeer> onStreamEnd;
  private final Map<String, Boolean> oldestFirst = new LinkedHashMap<>(16, 0.75f, true);
  private final Map<String, SimPeer> streams = new HashMap<>();

  SessionTable(int max, Supplier<String> ids, Consumer<SimPeer> onStreamEnd) {
    this.max = max;
    this.ids = ids;
    this.onStreamEnd = onStreamEnd;
  }

  String open() {
    if (oldestFirst.size() >= max) {
      Iterator<String> oldest = oldestFirst.keySet().iterator();
      String id = oldest.next();
      oldest.remove();
      endStream(id);
    }
    String id = ids.get();
    oldestFirst.put(id, true);
    return id;
  }

  boolean use(String id) {
    return oldestFirst.get(id) != null;
  }

  void close(String id) {
    oldestFirst.remove(id);
    endStream(id);
  }

  /** Whether the session has a stream already: one message never goes out on two. */
  boolean hasStream(String id) {
    return streams.containsKey(id);
  }

  void streamOpened(String id, SimPeer stream) {
    streams.put(id, stream);
  }

  void streamClosed(String id, SimPeer stream) {
    if (streams.remove(id, stream)) {
      onStreamEnd.accept(stream);
    }
  }

  private void endStream(String id) {
    @Nullable SimPeer stream = streams.remove(id);
    if (stream != null) {
      onStreamEnd.accept(stream);
      stream.disconnect();
    }
  }
}
