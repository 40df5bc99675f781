package io.leasegate.pipeline;

import io.vertx.core.Future;
import java.util.function.Function;

/**
 * What a stage says: go on with this, or the call ends here.
 *
 * @param <T> what the next stage takes
 */
public sealed interface Step<T> {

  /** The call goes on. */
  record Go<T>(T value) implements Step<T> {}

  /** The call ends; no later stage sees it. */
  record Stop<T>(CallOutcome outcome) implements Step<T> {}

  static <T> Future<Step<T>> go(T value) {
    return Future.succeededFuture(new Go<>(value));
  }

  static <T> Future<Step<T>> stop(CallOutcome outcome) {
    return Future.succeededFuture(new Stop<>(outcome));
  }

  /** Makes a stage that only sees what goes on. */
  static <T, U> Function<Step<T>, Future<Step<U>>> then(Function<T, Future<Step<U>>> stage) {
    return step ->
        step instanceof Go<T> go ? stage.apply(go.value()) : stop(((Stop<T>) step).outcome());
  }
}
