package io.leasegate.store.redis;

import io.leasegate.core.time.NanoClock;
import io.leasegate.store.StoreUnavailable;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.internal.ContextInternal;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.RedisCluster;
import io.vertx.redis.client.RedisConnection;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The one connection to Redis that all loops share; commands follow each other without waiting for
 * answers. It is made anew when it breaks, or when nothing comes back over it any more. Safe from
 * every thread; an answer arrives where it was asked for.
 */
final class RedisLink {

  private static final Logger LOG = LoggerFactory.getLogger(RedisLink.class);

  /** Between two attempts to connect. */
  private static final long FIRST_BACKOFF_MS = 50;

  private static final long LONGEST_BACKOFF_MS = 400;

  /** Where the link is in its life. */
  private sealed interface State {
    record Connecting(Promise<RedisConnection> soon) implements State {}

    record Up(Line line) implements State {}

    /** The last attempt failed; the next one follows by itself. */
    record Down(String why) implements State {}

    record Closed() implements State {}
  }

  /** A connection, and when it last gave an answer. */
  private static final class Line {
    final Redis client;
    final RedisConnection connection;
    final @Nullable ReplicaWait replicas;
    volatile long answeredAt;

    Line(RedisLink link, Redis client, RedisConnection connection) {
      this.client = client;
      this.connection = connection;
      this.answeredAt = link.clock.nanoTime();
      this.replicas =
          link.settings
              .acknowledgement()
              .map(wanted -> new ReplicaWait(wanted, request -> link.send(this, request)))
              .orElse(null);
    }
  }

  private final Vertx vertx;
  private final RedisSettings settings;
  private final RedisOptions options;
  private final long timeoutMs;
  private final Patience patience;
  private final NanoClock clock;
  private final AtomicReference<State> state = new AtomicReference<>(new State.Down("not started"));
  private final List<Runnable> upListeners = new CopyOnWriteArrayList<>();
  private final List<Runnable> lossListeners = new CopyOnWriteArrayList<>();

  /**
   * @param clock real time that passes; not the one by which the store decides
   */
  RedisLink(Vertx vertx, RedisSettings settings, NanoClock clock) {
    this.vertx = vertx;
    this.settings = settings;
    this.options = settings.options();
    this.timeoutMs = settings.timeout().toMillis();
    this.patience = new Patience(vertx, timeoutMs);
    this.clock = clock;
  }

  Vertx vertx() {
    return vertx;
  }

  /**
   * A client for one connection. A client keeps the connections that are given back, dead ones too:
   * one that is to go is closed with its client.
   */
  Redis newClient() {
    return Redis.createClient(vertx, options);
  }

  long timeoutMs() {
    return timeoutMs;
  }

  /** Names the one who hears each time that the link is up. */
  void onUp(Runnable listener) {
    upListeners.add(listener);
  }

  /** Names the one who hears that a connection is lost, before there is another one. */
  void onLoss(Runnable listener) {
    lossListeners.add(listener);
  }

  /** Connects, now and whenever it is needed again; ends with the first attempt. */
  Future<Void> start() {
    return connect(FIRST_BACKOFF_MS).mapEmpty();
  }

  private Future<RedisConnection> connect(long backoffMs) {
    State.Connecting connecting = new State.Connecting(Promise.promise());
    State before = state.get();
    if (!(before instanceof State.Down) || !state.compareAndSet(before, connecting)) {
      return Future.failedFuture(StoreUnavailable.notRun("the store is closed"));
    }
    Redis client = newClient();
    patience
        .within(client.connect())
        .onSuccess(connection -> up(connecting, client, connection))
        .onFailure(
            cause -> {
              client.close();
              failed(connecting, cause, backoffMs);
            });
    return connecting.soon().future();
  }

  private void up(State.Connecting connecting, Redis client, RedisConnection connection) {
    Line line = new Line(this, client, connection);
    connection.exceptionHandler(cause -> lost(line, String.valueOf(cause)));
    connection.endHandler(ended -> lost(line, "redis closed the connection"));
    if (state.compareAndSet(connecting, new State.Up(line))) {
      LOG.info("redis is there");
      upListeners.forEach(Runnable::run);
      connecting.soon().complete(connection);
    } else {
      client.close();
      connecting.soon().fail(StoreUnavailable.notRun("the store is closed"));
    }
  }

  private void failed(State.Connecting connecting, Throwable cause, long backoffMs) {
    String why = "redis cannot be reached: " + cause.getMessage();
    if (state.compareAndSet(connecting, new State.Down(why))) {
      if (backoffMs == FIRST_BACKOFF_MS) {
        LOG.warn(why);
      }
      long next = Math.min(2 * backoffMs, LONGEST_BACKOFF_MS);
      vertx.setTimer(backoffMs, ignored -> retry(next));
    }
    connecting.soon().fail(StoreUnavailable.notRun(why));
  }

  private void lost(Line line, String why) {
    State before = state.get();
    if (before instanceof State.Up up && up.line() == line) {
      lossListeners.forEach(Runnable::run);
      State.Down down = new State.Down("redis is away: " + why);
      if (state.compareAndSet(before, down)) {
        LOG.warn(down.why());
        line.client.close();
        vertx.setTimer(1, ignored -> retry(FIRST_BACKOFF_MS));
      }
    }
  }

  private void retry(long backoffMs) {
    if (state.get() instanceof State.Down) {
      connect(backoffMs).onFailure(known -> LOG.debug("still away", known));
    }
  }

  /** Sends a command; fails with {@link StoreUnavailable} within the timeout. */
  Future<Response> send(Request request) {
    return withLine(line -> send(line, request));
  }

  /**
   * Sends a command that has happened only when replicas have it, if any are waited for: over the
   * connection that it went over itself, as another one has written nothing yet.
   */
  Future<Response> sendAcknowledged(Request request) {
    return withLine(
        line -> {
          Future<Response> answer = send(line, request);
          return line.replicas == null
              ? answer
              : answer.compose(response -> line.replicas.acknowledged().map(response));
        });
  }

  /** Asks each server that takes writes. */
  Future<List<Response>> sendToMasters(Request request) {
    return settings.topology() instanceof RedisSettings.Topology.Cluster
        ? withLine(
            line -> patience.within(RedisCluster.create(line.connection).onAllMasterNodes(request)))
        : send(request).map(List::of);
  }

  private <T> Future<T> withLine(Function<Line, Future<T>> sender) {
    ContextInternal context = ContextInternal.current();
    Promise<T> answer = context == null ? Promise.promise() : context.promise();
    State now = state.get();
    if (now instanceof State.Up up) {
      sender.apply(up.line()).onComplete(answer);
    } else if (now instanceof State.Connecting connecting) {
      patience
          .within(connecting.soon().future())
          .compose(ignored -> connected(sender))
          .onComplete(answer);
    } else {
      answer.fail(StoreUnavailable.notRun(now instanceof State.Down down ? down.why() : "closed"));
    }
    return answer.future();
  }

  private <T> Future<T> connected(Function<Line, Future<T>> sender) {
    return state.get() instanceof State.Up up
        ? sender.apply(up.line())
        : Future.failedFuture(StoreUnavailable.notRun("redis is away"));
  }

  private Future<Response> send(Line line, Request request) {
    Promise<Response> answer = Promise.promise();
    long sentAt = clock.nanoTime();
    long timer =
        vertx.setTimer(
            timeoutMs,
            ignored -> {
              if (answer.tryFail(StoreUnavailable.unanswered("redis did not answer in time"))
                  && line.answeredAt - sentAt < 0) {
                // nothing came back since: the connection may be dead without knowing it
                lost(line, "no answer for " + timeoutMs + " ms");
              }
            });
    line.connection
        .send(request)
        .onComplete(
            result -> {
              vertx.cancelTimer(timer);
              if (result.succeeded()) {
                line.answeredAt = clock.nanoTime();
                answer.tryComplete(result.result());
              } else {
                answer.tryFail(failure(line, result.cause()));
              }
            });
    return answer.future();
  }

  private Throwable failure(Line line, Throwable cause) {
    RedisFault fault = RedisFault.of(cause);
    if (fault == RedisFault.NO_SCRIPT || fault == RedisFault.DEFECT) {
      line.answeredAt = clock.nanoTime();
      return cause;
    }
    if (fault == RedisFault.NOT_MASTER || fault == RedisFault.BROKEN) {
      lost(line, String.valueOf(cause));
    }
    String why = "redis: " + cause.getMessage();
    return fault == RedisFault.BROKEN
        ? StoreUnavailable.unanswered(why)
        : StoreUnavailable.notRun(why);
  }

  /** Why nothing can be asked now. */
  Optional<String> problem() {
    State now = state.get();
    if (now instanceof State.Up) {
      return Optional.empty();
    }
    return Optional.of(
        now instanceof State.Down down
            ? down.why()
            : now instanceof State.Closed ? "closed" : "redis is not connected yet");
  }

  Future<Void> close() {
    State before = state.getAndSet(new State.Closed());
    return before instanceof State.Up up ? up.line().client.close() : Future.succeededFuture();
  }
}
