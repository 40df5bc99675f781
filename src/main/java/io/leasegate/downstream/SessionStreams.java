package io.leasegate.downstream;

import io.leasegate.core.call.Identity;
import io.leasegate.loop.Loop;
import io.leasegate.store.SessionRecord;
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

  private record Open(Loop loop, Identity identity, StreamExchange exchange) {}

  private final Map<String, Open> streams = new ConcurrentHashMap<>();

  /** Opens the session's stream; one that was open before ends: its client has come back. */
  void open(Loop loop, SessionRecord session, StreamExchange exchange) {
    Open opened = new Open(loop, session.identity(), exchange);
    Open before = streams.put(session.id(), opened);
    if (before != null) {
      before.loop().run(before.exchange()::end);
    }
    exchange.start(() -> streams.remove(session.id(), opened));
  }

  void close(String sessionId) {
    Open open = streams.remove(sessionId);
    if (open != null) {
      open.loop().run(open.exchange()::end);
    }
  }

  /** Tells every session that the tools have changed. */
  public void toolsChanged() {
    streams.values().forEach(open -> open.loop().run(() -> open.exchange().send(TOOLS_CHANGED)));
  }

  /** Ends all streams: the gateway drains. */
  public void closeAll() {
    streams.keySet().forEach(this::close);
  }

  public int size() {
    return streams.size();
  }
}
