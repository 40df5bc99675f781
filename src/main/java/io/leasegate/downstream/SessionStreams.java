package io.leasegate.downstream;

import io.leasegate.core.call.Identity;
import io.leasegate.loop.Loop;
import io.leasegate.store.SessionRecord;
import io.leasegate.upstream.LogLevel;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The open GET streams of legacy sessions: at most one for each, on the loop that opened it. Safe
 * from every loop.
 */
public final class SessionStreams {

  private static final Buffer TOOLS_CHANGED =
      Buffer.buffer("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/tools/list_changed\"}");

  private static final class Open {
    private final Loop loop;
    private final Identity identity;
    private final StreamExchange exchange;
    private volatile LogLevel level;

    Open(Loop loop, Identity identity, StreamExchange exchange, LogLevel level) {
      this.loop = loop;
      this.identity = identity;
      this.exchange = exchange;
      this.level = level;
    }

    void send(Buffer message) {
      loop.run(() -> exchange.send(message));
    }
  }

  private final Map<String, Open> streams = new ConcurrentHashMap<>();
  private final Map<Identity, Map<String, Open>> byAgent = new ConcurrentHashMap<>();

  /**
   * Opens the session's stream; one that was open before ends: its client has come back.
   *
   * @param onKeepAlive run each 15 s while it is open
   */
  void open(
      Loop loop,
      SessionRecord session,
      LogLevel level,
      StreamExchange exchange,
      Runnable onKeepAlive) {
    Open opened = new Open(loop, session.identity(), exchange, level);
    Open before = streams.put(session.id(), opened);
    byAgent
        .computeIfAbsent(session.identity(), key -> new ConcurrentHashMap<>())
        .put(session.id(), opened);
    if (before != null) {
      before.loop.run(before.exchange::end);
    }
    exchange.start(onKeepAlive, () -> forget(session.id(), opened));
  }

  private void forget(String sessionId, Open closed) {
    streams.remove(sessionId, closed);
    byAgent.computeIfPresent(
        closed.identity,
        (agent, open) -> {
          open.remove(sessionId, closed);
          return open.isEmpty() ? null : open;
        });
  }

  /** The session wants other log messages from now on. */
  void level(String sessionId, LogLevel level) {
    Open open = streams.get(sessionId);
    if (open != null) {
      open.level = level;
    }
  }

  void close(String sessionId) {
    Open open = streams.get(sessionId);
    if (open != null) {
      forget(sessionId, open);
      open.loop.run(open.exchange::end);
    }
  }

  /** Tells every session that the tools have changed. */
  public void toolsChanged() {
    streams.values().forEach(open -> open.send(TOOLS_CHANGED));
  }

  /** Sends a log message to the open streams of an agent, but for those that want graver ones. */
  public void tell(Identity identity, LogLevel level, Buffer message) {
    byAgent
        .getOrDefault(identity, Map.of())
        .values()
        .forEach(
            open -> {
              if (open.level.compareTo(level) <= 0) {
                open.send(message);
              }
            });
  }

  /** Ends the streams of an agent: what it showed when it opened them counts no more. */
  public void closeOf(Identity identity) {
    byAgent.getOrDefault(identity, Map.of()).keySet().forEach(this::close);
  }

  /** Ends all streams: the gateway drains. */
  public void closeAll() {
    streams.keySet().forEach(this::close);
  }

  public int size() {
    return streams.size();
  }
}
