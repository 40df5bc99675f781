package io.leasegate.store.redis;

import io.leasegate.core.call.Identity;
import io.leasegate.store.AwaitedAnswer;
import io.leasegate.store.SessionRecord;
import io.leasegate.store.SessionStore;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiConsumer;

/** Sessions in Redis: any replica serves them. Their bound is one of each workspace. */
public final class RedisSessionStore implements SessionStore {

  private final RedisStore store;
  private final int maxSessions;
  private final long idleMs;

  /**
   * @param maxSessions most sessions of a workspace at once
   * @param idle how long an unused session lives; counted from the last use to the minute
   */
  public RedisSessionStore(RedisStore store, int maxSessions, Duration idle) {
    this.store = store;
    this.maxSessions = maxSessions;
    this.idleMs = idle.toMillis();
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
        .map(Reply::flag);
  }

  @Override
  public Future<Boolean> close(String id, Identity identity) {
    return store
        .ask(Script.CLOSE_SESSION, identity.workspace(), identity.agent(), id)
        .map(Reply::flag);
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
