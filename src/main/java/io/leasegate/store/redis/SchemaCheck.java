package io.leasegate.store.redis;

import io.leasegate.store.StoreUnavailable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.internal.ContextInternal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the store is written in the form that this build knows. One of another form is read and
 * never changed; one that has none yet is new, and gets its record. The record has a random id as
 * well: another id than before is another store, and what was known of the old one counts no
 * longer. Safe from every thread.
 */
final class SchemaCheck {

  private static final Logger LOG = LoggerFactory.getLogger(SchemaCheck.class);

  /** The form of what the scripts of this build write. */
  static final String VERSION = "1";

  /** What was found last. */
  private sealed interface State {

    /** Nothing was asked yet, or the connection was another one then. */
    record Unknown() implements State {}

    record Same() implements State {}

    record Other(String problem) implements State {}
  }

  private final Scripts scripts;
  private final StoreAlarms alarms;
  private final Supplier<String> ids;
  private final Runnable anotherStore;
  private final Runnable wrote;
  private final AtomicReference<State> state = new AtomicReference<>(new State.Unknown());
  private final AtomicReference<@Nullable String> storeId = new AtomicReference<>();
  private final AtomicReference<@Nullable Future<Void>> looking = new AtomicReference<>();

  /**
   * @param ids new and unguessable ones
   * @param anotherStore runs when this is not the store that it was
   * @param wrote runs when the audit of the reserved workspace has something to be sealed
   */
  SchemaCheck(
      Scripts scripts,
      StoreAlarms alarms,
      Supplier<String> ids,
      Runnable anotherStore,
      Runnable wrote) {
    this.scripts = scripts;
    this.alarms = alarms;
    this.ids = ids;
    this.anotherStore = anotherStore;
    this.wrote = wrote;
  }

  /** Why nothing may be changed, as last looked at. */
  Optional<String> problem() {
    return state.get() instanceof State.Other other
        ? Optional.of(other.problem())
        : Optional.empty();
  }

  /** Whether it may be changed, without asking. */
  boolean isSame() {
    return state.get() instanceof State.Same;
  }

  /** Fails when nothing may be changed; asks when that is not known. */
  Future<Void> same() {
    State now = state.get();
    if (now instanceof State.Other other) {
      return Future.failedFuture(StoreUnavailable.parityMismatch(other.problem()));
    }
    return now instanceof State.Same
        ? Future.succeededFuture()
        : here(look()).compose(looked -> sameNow());
  }

  private Future<Void> sameNow() {
    return problem()
        .map(StoreUnavailable::parityMismatch)
        .map(Future::<Void>failedFuture)
        .orElseGet(Future::succeededFuture);
  }

  /** The look is shared by all loops; each goes on where it was. */
  private static Future<Void> here(Future<Void> shared) {
    ContextInternal context = ContextInternal.current();
    Promise<Void> promise = context == null ? Promise.promise() : context.promise();
    shared.onComplete(promise);
    return promise.future();
  }

  /** The connection is lost: the store behind the next one may be another. */
  void doubt() {
    state.set(new State.Unknown());
  }

  /** There is a new connection, or somebody said that the record is another one. */
  void lookAgain() {
    look().onFailure(away -> LOG.debug("the schema cannot be read", away));
  }

  /** Looks; fails when it cannot be read, and what was found before counts on. */
  Future<Void> look() {
    Promise<Void> mine = Promise.promise();
    Future<Void> running =
        Objects.requireNonNull(
            looking.updateAndGet(there -> there == null ? mine.future() : there));
    if (running == mine.future()) {
      scripts
          .run(Script.SCHEMA, WorkspaceNames.RESERVED, List.of(VERSION, ids.get()))
          .onSuccess(this::judge)
          .<Void>mapEmpty()
          .onComplete(
              result -> {
                looking.set(null);
                mine.handle(result);
              });
    }
    return running;
  }

  private void judge(Reply reply) {
    String version = reply.text();
    String id = reply.text();
    boolean founded = reply.flag();
    alarms.accepted(reply.number());
    String before = storeId.getAndSet(id);
    if (before != null && !before.equals(id)) {
      alarms.rolledBack("everything: this is another store than before");
      anotherStore.run();
    }
    if (founded) {
      LOG.info("redis had no schema record: this is a new store, schema {}", version);
      wrote.run();
    }
    state.set(version.equals(VERSION) ? new State.Same() : other(version));
  }

  private State other(String version) {
    String problem =
        "parity_mismatch: redis has schema "
            + version
            + ", this build knows "
            + VERSION
            + ": it reads and changes nothing";
    if (problem().isEmpty()) {
      LOG.error(problem);
    }
    return new State.Other(problem);
  }
}
