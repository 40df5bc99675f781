package io.leasegate.upstream.http;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.ClientCapabilities;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.UpstreamAnswer;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The sessions with one upstream: one in all, or one for each agent and for what its client can be
 * asked. Bounded; those that nobody used for ten minutes are closed. Safe from every loop.
 */
final class HttpSessions {

  static final long IDLE_NANOS = 600_000_000_000L;

  private static final class Slot {
    final Agent agent;
    final ClientCapabilities capabilities;
    volatile @Nullable HttpSession ready;
    volatile long usedAt;

    Slot(Agent agent, ClientCapabilities capabilities, long now) {
      this.agent = agent;
      this.capabilities = capabilities;
      this.usedAt = now;
    }
  }

  /** An agent's sessions, by what its clients can be asked. */
  private static final class Agent {
    final Map<ClientCapabilities, Slot> slots = new ConcurrentHashMap<>();
    volatile @Nullable LogLevel level;
    volatile long usedAt;
  }

  private final HttpPeer peer;
  private final boolean perAgent;
  private final int maxSessions;
  private final Map<Identity, Agent> agents = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();
  private final Slot own;
  private final Map<Slot, Future<HttpSession>> openings = new ConcurrentHashMap<>();

  HttpSessions(HttpPeer peer, boolean perAgent, int maxSessions) {
    this.peer = peer;
    this.perAgent = perAgent;
    this.maxSessions = maxSessions;
    // some servers list a tool only to a client that can be asked what the tool asks
    this.own =
        new Slot(new Agent(), perAgent ? ClientCapabilities.ALL : ClientCapabilities.NONE, 0);
  }

  /** The session for the tool list. */
  Future<HttpSession> own(Loop loop) {
    return get(loop, own);
  }

  /**
   * The session that serves this agent's calls; opened when there is none. Completes on the loop;
   * fails with {@link OpenFailure}.
   *
   * @param capabilities what the caller can be asked; in a shared session nobody is
   */
  Future<HttpSession> of(Loop loop, Identity identity, ClientCapabilities capabilities) {
    Slot slot = perAgent ? slotOf(identity, capabilities, loop.nanoTime()) : own;
    return slot == null
        ? Future.failedFuture(
            OpenFailure.of(
                new UpstreamAnswer.NotSent(
                    ErrorCode.OVERLOADED, "has as many sessions as the gateway may hold", 5)))
        : get(loop, slot);
  }

  private @Nullable Slot slotOf(Identity identity, ClientCapabilities capabilities, long now) {
    Agent known = agents.get(identity);
    Slot slot = known == null ? null : known.slots.get(capabilities);
    if (slot != null || count.get() >= maxSessions) {
      return slot;
    }
    // an agent without sessions leaves in a step of the same kind
    Agent agent =
        agents.compute(
            identity,
            (key, before) -> {
              Agent it = before == null ? new Agent() : before;
              it.usedAt = now;
              it.slots.computeIfAbsent(
                  capabilities,
                  its -> {
                    count.incrementAndGet();
                    return new Slot(it, its, now);
                  });
              return it;
            });
    return agent.slots.get(capabilities);
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
    Future<HttpSession> opening =
        opened != null ? Future.succeededFuture(opened) : open(loop, slot);
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

  private Future<HttpSession> open(Loop loop, Slot slot) {
    Future<HttpSession> opening = peer.open(loop, slot.capabilities);
    return slot == own ? opening : opening.compose(session -> peer.listen(loop, session));
  }

  /** The upstream does not know this session any more: the next call opens another. */
  void drop(HttpSession gone, Identity identity) {
    Agent agent = perAgent ? agents.get(identity) : null;
    Slot slot = perAgent ? agent == null ? null : agent.slots.get(gone.capabilities()) : own;
    if (slot != null && slot.ready == gone) {
      slot.ready = null;
    }
    gone.close();
  }

  void dropOwn() {
    HttpSession gone = own.ready;
    own.ready = null;
    if (gone != null) {
      gone.close();
    }
  }

  /** Notes the level that an agent wants and tells the upstream where it must know. */
  void level(Loop loop, Identity identity, LogLevel level) {
    Agent agent = perAgent ? agentOf(identity) : own.agent;
    if (agent == null) {
      return;
    }
    agent.level = level;
    agent.usedAt = loop.nanoTime();
    if (perAgent) {
      agent.slots.values().forEach(slot -> tellLevel(loop, slot));
    } else {
      tellLevel(loop, own);
    }
  }

  private @Nullable Agent agentOf(Identity identity) {
    Agent agent = agents.get(identity);
    return agent != null || agents.size() >= maxSessions
        ? agent
        : agents.computeIfAbsent(identity, key -> new Agent());
  }

  private void tellLevel(Loop loop, Slot slot) {
    HttpSession ready = slot.ready;
    if (ready != null) {
      tellLevel(loop, slot, ready);
    }
  }

  private void tellLevel(Loop loop, Slot slot, HttpSession session) {
    LogLevel wanted = slot.agent.level;
    if (wanted != null && session.lower(wanted)) {
      peer.request(loop, session, "logging/setLevel", "{\"level\":\"" + wanted.wireName() + "\"}");
    }
  }

  /** Closes what nobody used for long. */
  void closeIdle(Loop loop) {
    long now = loop.nanoTime();
    agents.keySet().forEach(identity -> closeIdle(loop, identity, now));
  }

  private void closeIdle(Loop loop, Identity identity, long now) {
    agents.computeIfPresent(
        identity,
        (key, agent) -> {
          agent.slots.values().removeIf(slot -> closeIdle(loop, slot, now));
          return agent.slots.isEmpty() && now - agent.usedAt > IDLE_NANOS ? null : agent;
        });
  }

  private boolean closeIdle(Loop loop, Slot slot, long now) {
    HttpSession session = slot.ready;
    if ((session != null && !session.isIdle()) || now - slot.usedAt <= IDLE_NANOS) {
      return false;
    }
    count.decrementAndGet();
    closeSlot(loop, slot);
    return true;
  }

  /** Closes everything. */
  void closeAll(Loop loop) {
    agents.values().forEach(agent -> agent.slots.values().forEach(slot -> closeSlot(loop, slot)));
    agents.clear();
    count.set(0);
    closeSlot(loop, own);
  }

  private void closeSlot(Loop loop, Slot slot) {
    HttpSession session = slot.ready;
    slot.ready = null;
    if (session != null) {
      session.close();
      peer.delete(loop, session);
    }
  }
}
