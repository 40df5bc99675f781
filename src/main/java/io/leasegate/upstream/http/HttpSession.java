package io.leasegate.upstream.http;

import io.leasegate.upstream.ClientCapabilities;
import io.leasegate.upstream.ClientHandshake.ServerFacts;
import io.leasegate.upstream.LogLevel;
import io.vertx.core.http.RequestOptions;
import java.util.Iterator;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An MCP session that the gateway holds with an upstream. Safe from every loop. */
final class HttpSession {

  private final @Nullable String id;
  private final ServerFacts facts;
  private final AtomicLong lastRequestId;
  private final ClientCapabilities capabilities;
  private final Set<CallRelay> calls = ConcurrentHashMap.newKeySet();
  private volatile @Nullable AgentStream stream;
  private volatile @Nullable LogLevel level;
  private volatile @Nullable RequestOptions callOptions;

  /**
   * @param id the upstream's session id, or null where it keeps no sessions
   * @param capabilities what the upstream was told that its client can be asked
   * @param lastRequestId shared by all sessions with the upstream
   */
  HttpSession(
      @Nullable String id,
      ClientCapabilities capabilities,
      ServerFacts facts,
      AtomicLong lastRequestId) {
    this.id = id;
    this.capabilities = capabilities;
    this.facts = facts;
    this.lastRequestId = lastRequestId;
  }

  @Nullable String id() {
    return id;
  }

  ClientCapabilities capabilities() {
    return capabilities;
  }

  ServerFacts facts() {
    return facts;
  }

  /** How calls are POSTed in this session. All calls share it: who adds to it makes a copy. */
  RequestOptions callOptions(Function<HttpSession, RequestOptions> make) {
    RequestOptions known = callOptions;
    if (known == null) {
      known = make.apply(this);
      callOptions = known;
    }
    return known;
  }

  /** A request id that no session has seen; {@code initialize} had 1. */
  long nextRequestId() {
    return lastRequestId.incrementAndGet();
  }

  void callStarted(CallRelay call) {
    calls.add(call);
  }

  void callEnded(CallRelay call) {
    calls.remove(call);
  }

  boolean isIdle() {
    return calls.isEmpty();
  }

  /** The calls that run, or may still run though they were given up. */
  Set<CallRelay> calls() {
    return calls;
  }

  /** The one call that runs, or null when there is none or another one. */
  @Nullable CallRelay onlyCall() {
    Iterator<CallRelay> running = calls.iterator();
    CallRelay first = running.hasNext() ? running.next() : null;
    return running.hasNext() ? null : first;
  }

  /** Names the session's GET stream. */
  void listens(AgentStream its) {
    stream = its;
  }

  /** It is not used any more. */
  void close() {
    AgentStream open = stream;
    if (open != null) {
      open.close();
    }
  }

  /** Takes the wish for a level; true when the upstream must be told. */
  boolean lower(LogLevel wanted) {
    LogLevel now = level;
    if (!facts.logging() || (now != null && now.compareTo(wanted) <= 0)) {
      return false;
    }
    level = wanted;
    return true;
  }
}
