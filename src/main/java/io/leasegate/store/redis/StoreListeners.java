package io.leasegate.store.redis;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.idempotency.IdempotencyKey;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/** Those who want to hear what steps of this process and of others have changed. */
final class StoreListeners {

  private final List<Consumer<Identity>> changes = new CopyOnWriteArrayList<>();
  private final List<Consumer<String>> losses = new CopyOnWriteArrayList<>();
  private final List<Consumer<Grant>> grants = new CopyOnWriteArrayList<>();
  private final List<BiConsumer<Identity, IdempotencyKey>> ends = new CopyOnWriteArrayList<>();
  private final List<BiConsumer<String, String>> cancels = new CopyOnWriteArrayList<>();
  private final List<BiConsumer<String, String>> answers = new CopyOnWriteArrayList<>();
  private final List<Consumer<String>> sessions = new CopyOnWriteArrayList<>();

  void onChange(Consumer<Identity> listener) {
    changes.add(listener);
  }

  void onLost(Consumer<String> listener) {
    losses.add(listener);
  }

  void onGrant(Consumer<Grant> listener) {
    grants.add(listener);
  }

  void onEnd(BiConsumer<Identity, IdempotencyKey> listener) {
    ends.add(listener);
  }

  void onCancel(BiConsumer<String, String> listener) {
    cancels.add(listener);
  }

  void onAnswer(BiConsumer<String, String> listener) {
    answers.add(listener);
  }

  void onSession(Consumer<String> listener) {
    sessions.add(listener);
  }

  /** The agent's records have changed. */
  void changed(Identity identity) {
    changes.forEach(listener -> listener.accept(identity));
  }

  /** The grant has a new window, or was ended before its time. */
  void changed(Grant grant) {
    grants.forEach(listener -> listener.accept(grant));
  }

  /** Nothing that is known of the workspace counts any more. */
  void lost(String workspace) {
    losses.forEach(listener -> listener.accept(workspace));
  }

  /** The execution of a key has ended. */
  void ended(Identity identity, IdempotencyKey key) {
    ends.forEach(listener -> listener.accept(identity, key));
  }

  /** A client gave a call up. */
  void cancelled(String session, String requestId) {
    cancels.forEach(listener -> listener.accept(session, requestId));
  }

  /** A client has answered what it was asked. */
  void answered(String session, String requestId) {
    answers.forEach(listener -> listener.accept(session, requestId));
  }

  /** A session has ended, or its log level is another. */
  void sessionChanged(String session) {
    sessions.forEach(listener -> listener.accept(session));
  }
}
