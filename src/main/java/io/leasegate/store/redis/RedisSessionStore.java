package io.leasegate.store.redis;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.leasegate.core.call.Identity;
import io.leasegate.store.AwaitedAnswer;
import io.leasegate.store.SessionRecord;
import io.leasegate.store.SessionStore;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions in Redis: any replica serves them. Their bound is one of each workspace.
 *
 * <p>What was found is used for {@link #FOUND_FOR} before the store is asked again, so that calls
 * cost no look of their own. A change elsewhere is hinted at; where that is missed a session may
 * answer so much longer than it lives. It gives nobody anything: who calls, and what is granted, is
 * asked for each call.
 */
public final class RedisSessionStore implements SessionStore {

  private static final Logger LOG = LoggerFactory.getLogger(RedisSessionStore.class);

  /** How long a session that was found is used without another look. */
  static final Duration FOUND_FOR = Duration.ofSeconds(10);

  private final RedisStore store;
  private final int maxSessions;
  private final long idleMs;
  private final Cache<String, SessionRecord> found;

  /** How often something was forgotten: what was being looked for meanwhile may be old. */
  private final AtomicLong changes = new AtomicLong();

  /**
   * @param maxSessions most sessions of a workspace at once
   * @param idle how long an unused session lives; counted from the last use to the minute
   */
  public RedisSessionStore(RedisStore store, int maxSessions, Duration idle) {
    this.store = store;
    this.maxSessions = maxSessions;
    this.idleMs = idle.toMillis();
    this.found =
        Caffeine.newBuilder()
            .maximumSize(maxSessions)
            .expireAfterWrite(FOUND_FOR)
            .ticker(store.clock()::nanoTime)
            .executor(Runnable::run)
            .build();
    store.listeners().onSession(this::forget);
    store.listeners().onLost(workspace -> forgetAll());
  }

  private void forget(String id) {
    changes.incrementAndGet();
    found.invalidate(id);
  }

  private void forgetAll() {
    changes.incrementAndGet();
    found.invalidateAll();
  }

  @Override
  public Future<Boolean> open(SessionRecord session) {
    Identity identity = session.identity();
    return store
        .ask(
            Script.OPEN_SESSION,
            identity.workspace(),
            identity.agent(),
            session.id(),
            maxSessions,
            idleMs,
            session.protocolVersion(),
            session.clientCapabilities(),
            session.logLevel().orElse(""))
        .map(Reply::flag);
  }

  @Override
  public Future<Optional<SessionRecord>> find(String id, Identity identity) {
    SessionRecord known = found.getIfPresent(id);
    if (known != null && known.identity().equals(identity)) {
      return Future.succeededFuture(Optional.of(known));
    }
    long before = changes.get();
    return look(id, identity)
        .onSuccess(
            session -> {
              if (session.isPresent() && changes.get() == before) {
                found.put(id, session.get());
              }
            });
  }

  private Future<Optional<SessionRecord>> look(String id, Identity identity) {
    return store
        .ask(Script.FIND_SESSION, identity.workspace(), identity.agent(), id, idleMs)
        .map(
            reply -> {
              Reply session = reply.array();
              return session.isEmpty()
                  ? Optional.empty()
                  : Optional.of(
                      new SessionRecord(
                          id, identity, session.text(), session.text(), session.someText()));
            });
  }

  @Override
  public Future<Boolean> setLogLevel(String id, Identity identity, String level) {
    return store
        .ask(Script.SET_LEVEL, identity.workspace(), identity.agent(), id, level)
        .map(Reply::flag)
        .onComplete(done -> changed(id, identity, !done.failed() && !done.result()));
  }

  @Override
  public Future<Boolean> close(String id, Identity identity) {
    return store
        .ask(Script.CLOSE_SESSION, identity.workspace(), identity.agent(), id)
        .map(Reply::flag)
        .onComplete(done -> changed(id, identity, !done.failed() && !done.result()));
  }

  private void changed(String id, Identity identity, boolean surelyNot) {
    forget(id);
    if (!surelyNot) {
      store
          .hints()
          .tell(identity.workspace(), "session", id)
          .onFailure(away -> LOG.debug("nobody was told that a session changed", away));
    }
  }

  @Override
  public Future<Void> cancel(SessionRecord session, String requestId) {
    return store.hints().tell(session.identity().workspace(), "cancel", session.id(), requestId);
  }

  @Override
  public void onCancel(BiConsumer<String, String> listener) {
    store.listeners().onCancel(listener);
  }

  @Override
  public Future<AwaitedAnswer> awaitAnswer(String id, Identity identity, String requestId) {
    return store
        .ask(Script.AWAIT_ANSWER, identity.workspace(), identity.agent(), id, requestId, ANSWER_MS)
        .map(
            reply ->
                switch (reply.text()) {
                  case "came" -> new AwaitedAnswer.Came(Buffer.buffer(reply.bytes()));
                  case "waiting" -> new AwaitedAnswer.Waiting();
                  default -> new AwaitedAnswer.NoSession();
                });
  }

  @Override
  public Future<Void> answer(String id, Identity identity, String requestId, Buffer response) {
    return store
        .ask(
            Script.ANSWER,
            identity.workspace(),
            identity.agent(),
            id,
            requestId,
            ANSWER_MS,
            response.getBytes())
        .mapEmpty();
  }

  @Override
  public Future<Void> forgetAnswer(String id, Identity identity, String requestId) {
    return store.ask(Script.FORGET_ANSWER, identity.workspace(), id, requestId).mapEmpty();
  }

  @Override
  public void onAnswer(BiConsumer<String, String> listener) {
    store.listeners().onAnswer(listener);
  }
}
