package io.leasegate.upstream.http;

import io.leasegate.upstream.ClientHandshake.ServerFacts;
import io.leasegate.upstream.LogLevel;
import io.vertx.core.http.RequestOptions;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** An MCP session that the gateway holds with an upstream. Safe from every loop. */
final class HttpSession {

  private final @Nullable String id;
  private final ServerFacts facts;
  private final AtomicLong lastRequestId;
  private final AtomicInteger inFlight = new AtomicInteger();
  private volatile @Nullable LogLevel level;
  private volatile @Nullable RequestOptions callOptions;

  /**
   * @param id the upstream's session id, or null where it keeps no sessions
   * @param lastRequestId shared by all sessions with the upstream
   */
  HttpSession(@Nullable String id, ServerFacts facts, AtomicLong lastRequestId) {
    this.id = id;
    this.facts = facts;
    this.lastRequestId = lastRequestId;
  }

  @Nullable String id() {
    return id;
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

  void callStarted() {
    inFlight.incrementAndGet();
  }

  void callEnded() {
    inFlight.decrementAndGet();
  }

  boolean isIdle() {
    return inFlight.get() == 0;
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
