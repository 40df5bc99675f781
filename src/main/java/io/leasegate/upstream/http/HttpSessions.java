package io.leasegate.upstream.http;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.UpstreamAnswer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The sessions with one upstream: one in all, or one for each agent. Bounded; those that nobody
 * used for ten minutes are closed. Safe from every loop.
 */
final class HttpSessions {

  static final long IDLE_NANOS = 600_000_000_000L;

  private static final class Slot {
    volatile @Nullable HttpSession ready;
    volatile long usedAt;
    volatile @Nullable LogLevel level;
  }

  private final HttpPeer peer;
  private final boolean perAgent;
  private final int maxSessions;
  private final Map<Identity, Slot> agents = new ConcurrentHashMap<>();
  private final Slot own = new Slot();
  private final Map<Slot, Future<HttpSession>> openings = new ConcurrentHashMap<>();

  HttpSessions(HttpPeer peer, boolean perAgent, int maxSessions) {
    this.peer = peer;
    this.perAgent = perAgent;
    this.maxSessions = maxSessions;
  }

  /** The session for the tool list. */
  Future<HttpSession> own(Loop loop) {
    return get(loop, own);
  }

  /**
   * The session that serves this agent's calls; opened when there is none. Completes on the loop;
   * fails with {@link OpenFailure}.
   */
  Future<HttpSession> of(Loop loop, Identity identity) {
    Slot slot = slotOf(identity);
    return slot == null
        ? Future.failedFuture(
            OpenFailure.of(
                new UpstreamAnswer.NotSent(
                    ErrorCode.OVERLOADED, "has as many sessions as the gateway may hold", 5)))
        : get(loop, slot);
  }

  private @Nullable Slot slotOf(Identity identity) {
    if (!perAgent) {
      return own;
    }
    Slot slot = agents.get(identity);
    return slot != null || agents.size() >= maxSessions
        ? slot
        : agents.computeIfAbsent(identity, key -> new Slot());
  }

  private Future<HttpSession> get(Loop loop, Slot slot) {
    slot.usedAt = loop.nanoTime();
    HttpSession ready = slot.ready;
    if (ready != null) {
      return Future.succeededFuture(ready);
    }
    Promise<HttpSession> mine = Promise.promise();
    Future<HttpSession> other = openings.putIfAbsent(slot, mine.future());
    if (other == null) {
      open(loop, slot, mine);
    }
    // whoever opens it, this caller goes on on its own loop
    Promise<HttpSession> here = Promise.promise();
    (other == null ? mine.future() : other).onComplete(ended -> loop.run(() -> here.handle(ended)));
    return here.future();
  }

  private void open(Loop loop, Slot slot, Promise<HttpSession> promise) {
    HttpSession opened = slot.ready;
    Future<HttpSession> opening = opened != null ? Future.succeededFuture(opened) : peer.open(loop);
    opening.onComplete(
        ended -> {
          if (ended.succeeded()) {
            slot.ready = ended.result();
            tellLevel(loop, slot, ended.result());
          }
          openings.remove(slot, promise.future());
          promise.handle(ended);
        });
  }

  /** The upstream does not know this session any more: the next call opens another. */
  void drop(HttpSession gone, Identity identity) {
    Slot slot = perAgent ? agents.get(identity) : own;
    if (slot != null && slot.ready == gone) {
      slot.ready = null;
    }
  }

  void dropOwn() {
    own.ready = null;
  }

  /** Notes the level that an agent wants and tells the upstream where it must know. */
  void level(Loop loop, Identity identity, LogLevel level) {
    Slot slot = slotOf(identity);
    if (slot == null) {
      return;
    }
    slot.level = level;
    HttpSession ready = slot.ready;
    if (ready != null) {
      tellLevel(loop, slot, ready);
    }
  }

  private void tellLevel(Loop loop, Slot slot, HttpSession session) {
    LogLevel wanted = slot.level;
    if (wanted != null && session.lower(wanted)) {
      peer.request(loop, session, "logging/setLevel", "{\"level\":\"" + wanted.wireName() + "\"}");
    }
  }

  /** Closes what nobody used for long. */
  void closeIdle(Loop loop) {
    long now = loop.nanoTime();
    agents.forEach(
        (identity, slot) -> {
          HttpSession session = slot.ready;
          boolean idle = session == null || session.isIdle();
          if (idle && now - slot.usedAt > IDLE_NANOS && agents.remove(identity, slot)) {
            closeSlot(loop, slot);
          }
        });
  }

  /** Closes everything. */
  void closeAll(Loop loop) {
    agents.values().forEach(slot -> closeSlot(loop, slot));
    agents.clear();
    closeSlot(loop, own);
  }

  private void closeSlot(Loop loop, Slot slot) {
    HttpSession session = slot.ready;
    slot.ready = null;
    if (session != null) {
      peer.delete(loop, session);
    }
  }
}
