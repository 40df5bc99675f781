package io.leasegate.store;

import io.leasegate.core.call.Identity;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * Where sessions are kept. Bounded; a session that nobody used for the idle limit is gone, by the
 * store's own clock. Safe from every loop; a future fails only when the store is away.
 */
public interface SessionStore {

  /** How long the store knows that an answer is waited for, and keeps it when it came. */
  long ANSWER_MS = 30_000;

  /** Keeps a new session; false when there are as many as may be. */
  Future<Boolean> open(SessionRecord session);

  /** The live session of that id, if it is this identity's. Using it postpones its idle end. */
  Future<Optional<SessionRecord>> find(String id, Identity identity);

  /** Changes the log level of a live session of this identity; false when there is none. */
  Future<Boolean> setLogLevel(String id, Identity identity, String level);

  /** Ends a session of this identity; false when there is none. */
  Future<Boolean> close(String id, Identity identity);

  /**
   * The client of a session gave a call up that does not run here: whoever runs it is to hear of
   * that. A hint that may be missed.
   *
   * @param requestId JSON text
   */
  Future<Void> cancel(SessionRecord session, String requestId);

  /**
   * Names the one who hears of calls that were given up, by the id of the session and that of the
   * request. Called on any thread.
   */
  void onCancel(BiConsumer<String, String> listener);

  /**
   * Waits for the answer of a session's client to a request, on whichever replica it arrives: says
   * that it is waited for, for {@link #ANSWER_MS} from now, and takes it, at most once.
   *
   * @param requestId not guessable, without spaces
   */
  Future<AwaitedAnswer> awaitAnswer(String id, Identity identity, String requestId);

  /**
   * Keeps the answer of a session's client for whoever waits for it. It changes nothing when nobody
   * does, when it is not the first one, and when the session is not this identity's.
   */
  Future<Void> answer(String id, Identity identity, String requestId, Buffer response);

  /** The answer is not waited for any more. */
  Future<Void> forgetAnswer(String id, Identity identity, String requestId);

  /**
   * Names the one who hears that an answer came, by the id of the session and that of the request.
   * A hint that may be missed. Called on any thread.
   */
  void onAnswer(BiConsumer<String, String> listener);
}
