package io.leasegate.store.memory;

import io.leasegate.core.call.Identity;
import io.leasegate.core.time.NanoClock;
import io.leasegate.store.AwaitedAnswer;
import io.leasegate.store.SessionRecord;
import io.leasegate.store.SessionStore;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** Sessions in this process; gone with it. */
public final class MemorySessionStore implements SessionStore {

  private static final class Kept {
    volatile SessionRecord session;
    volatile long usedAt;

    Kept(SessionRecord session, long usedAt) {
      this.session = session;
      this.usedAt = usedAt;
    }
  }

  private record AnswerKey(String session, String request) {}

  /**
   * An answer that is waited for.
   *
   * @param response null while it has not come
   */
  private record Awaited(@Nullable Buffer response, long until) {}

  private final int maxSessions;
  private final long idleNanos;
  private final NanoClock clock;
  private final Map<String, Kept> sessions = new ConcurrentHashMap<>();
  private final AtomicInteger count = new AtomicInteger();

  /** As many as there are that wait: who waits no more says so. */
  private final Map<AnswerKey, Awaited> answers = new ConcurrentHashMap<>();

  /**
   * @param maxSessions most sessions at once
   * @param idleNanos how long an unused session lives
   */
  public MemorySessionStore(int maxSessions, long idleNanos, NanoClock clock) {
    this.maxSessions = maxSessions;
    this.idleNanos = idleNanos;
    this.clock = clock;
  }

  @Override
  public Future<Boolean> open(SessionRecord session) {
    if (count.incrementAndGet() > maxSessions) {
      // most clients never say goodbye: make room of those that are over
      sessions.forEach(this::dropWhenIdle);
      if (count.get() > maxSessions) {
        count.decrementAndGet();
        return Future.succeededFuture(false);
      }
    }
    sessions.put(session.id(), new Kept(session, clock.nanoTime()));
    return Future.succeededFuture(true);
  }

  @Override
  public Future<Optional<SessionRecord>> find(String id, Identity identity) {
    Kept kept = live(id, identity);
    if (kept == null) {
      return Future.succeededFuture(Optional.empty());
    }
    kept.usedAt = clock.nanoTime();
    return Future.succeededFuture(Optional.of(kept.session));
  }

  @Override
  public Future<Boolean> setLogLevel(String id, Identity identity, String level) {
    Kept kept = live(id, identity);
    if (kept != null) {
      kept.session = kept.session.withLogLevel(level);
    }
    return Future.succeededFuture(kept != null);
  }

  @Override
  public Future<Boolean> close(String id, Identity identity) {
    Kept kept = live(id, identity);
    return Future.succeededFuture(kept != null && drop(id, kept));
  }

  private @Nullable Kept live(String id, Identity identity) {
    Kept kept = sessions.get(id);
    if (kept == null || dropWhenIdle(id, kept)) {
      return null;
    }
    return kept.session.identity().equals(identity) ? kept : null;
  }

  private boolean dropWhenIdle(String id, Kept kept) {
    return clock.nanoTime() - kept.usedAt >= idleNanos && drop(id, kept);
  }

  private boolean drop(String id, Kept kept) {
    boolean dropped = sessions.remove(id, kept);
    if (dropped) {
      count.decrementAndGet();
    }
    return dropped;
  }

  @Override
  public Future<Void> cancel(SessionRecord session, String requestId) {
    return Future.succeededFuture(); // every call runs in this process
  }

  @Override
  public void onCancel(BiConsumer<String, String> listener) {}

  @Override
  public Future<AwaitedAnswer> awaitAnswer(String id, Identity identity, String requestId) {
    AnswerKey key = new AnswerKey(id, requestId);
    Awaited came = answers.get(key);
    if (came != null && came.response() != null && answers.remove(key, came)) {
      if (isKept(came)) {
        return Future.succeededFuture(new AwaitedAnswer.Came(came.response()));
      }
    }
    if (live(id, identity) == null) {
      return Future.succeededFuture(new AwaitedAnswer.NoSession());
    }
    answers.compute(
        key, (same, now) -> now != null && now.response() != null ? now : awaited(null));
    return Future.succeededFuture(new AwaitedAnswer.Waiting());
  }

  private Awaited awaited(@Nullable Buffer response) {
    return new Awaited(response, clock.nanoTime() + ANSWER_MS * 1_000_000);
  }

  private boolean isKept(Awaited answer) {
    return clock.nanoTime() - answer.until() < 0;
  }

  @Override
  public Future<Void> answer(String id, Identity identity, String requestId, Buffer response) {
    if (live(id, identity) != null) {
      answers.computeIfPresent(
          new AnswerKey(id, requestId),
          (key, before) ->
              before.response() == null && isKept(before) ? awaited(response) : before);
    }
    return Future.succeededFuture();
  }

  @Override
  public Future<Void> forgetAnswer(String id, Identity identity, String requestId) {
    answers.remove(new AnswerKey(id, requestId));
    return Future.succeededFuture();
  }

  @Override
  public void onAnswer(BiConsumer<String, String> listener) {
    // who waits is in this process, and hears of answers before the store does
  }
}
