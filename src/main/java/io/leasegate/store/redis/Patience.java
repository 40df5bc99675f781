package io.leasegate.store.redis;

import io.leasegate.store.StoreUnavailable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** How long an answer is waited for. */
final class Patience {

  private final Vertx vertx;
  private final long timeoutMs;

  Patience(Vertx vertx, long timeoutMs) {
    this.vertx = vertx;
    this.timeoutMs = timeoutMs;
  }

  /** The same, or a failure when it does not come in time. */
  <T> Future<T> within(Future<T> future) {
    Promise<T> bounded = Promise.promise();
    long timer =
        vertx.setTimer(
            timeoutMs,
            ignored -> bounded.tryFail(StoreUnavailable.notRun("redis did not answer in time")));
    future.onComplete(
        result -> {
          vertx.cancelTimer(timer);
          if (result.succeeded()) {
            bounded.tryComplete(result.result());
          } else {
            bounded.tryFail(result.cause());
          }
        });
    return bounded.future();
  }
}
