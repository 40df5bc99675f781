package io.leasegate.store.redis;

import io.leasegate.store.StoreUnavailable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Waits until replicas have what was written over one connection, with {@code WAIT}. Redis runs
 * nothing else of that connection meanwhile: those who come during one share the next. Safe from
 * every thread.
 */
final class ReplicaWait {

  /** A {@code WAIT} that runs, and the one that follows it, if anybody needs it. */
  private record Running(@Nullable Promise<Void> next) {}

  private final RedisSettings.Acknowledgement wanted;
  private final Function<Request, Future<Response>> connection;
  private final AtomicReference<@Nullable Running> running = new AtomicReference<>();

  /**
   * @param connection sends over the one connection, and fails with {@link StoreUnavailable}
   */
  ReplicaWait(
      RedisSettings.Acknowledgement wanted, Function<Request, Future<Response>> connection) {
    this.wanted = wanted;
    this.connection = connection;
  }

  /**
   * What the connection has written so far is known to enough replicas. Fails when it is not in
   * time: it may be there, and it may be lost.
   */
  Future<Void> acknowledged() {
    Promise<Void> mine = Promise.promise();
    while (true) {
      Running now = running.get();
      if (now == null) {
        if (running.compareAndSet(null, new Running(null))) {
          ask(mine);
          return mine.future();
        }
      } else if (now.next() != null) {
        return now.next().future();
      } else if (running.compareAndSet(now, new Running(mine))) {
        return mine.future();
      }
    }
  }

  private void ask(Promise<Void> promise) {
    connection
        .apply(Request.cmd(Command.WAIT).arg(wanted.replicas()).arg(wanted.timeout().toMillis()))
        .compose(this::judge)
        // the step itself has run
        .recover(cause -> failed(String.valueOf(cause.getMessage())))
        .onComplete(
            result -> {
              next();
              promise.handle(result);
            });
  }

  /** Those who waited for this one began before the next is sent. */
  private void next() {
    Running done =
        running.getAndUpdate(now -> now == null || now.next() == null ? null : new Running(null));
    if (done != null && done.next() != null) {
      ask(done.next());
    }
  }

  private Future<Void> judge(Response replicas) {
    return replicas.toLong() >= wanted.replicas()
        ? Future.succeededFuture()
        : failed(
            replicas
                + " of "
                + wanted.replicas()
                + " replicas acknowledged within "
                + wanted.timeout().toMillis()
                + " ms");
  }

  private static Future<Void> failed(String why) {
    return Future.failedFuture(StoreUnavailable.unanswered(why));
  }
}
