package io.leasegate.store.redis;

import io.leasegate.core.call.Identity;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Redis;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
import io.vertx.redis.client.ResponseType;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Listens to what other replicas say: a hint that a workspace has a new revision, keys whose
 * execution has ended, and what clients of a session said. Some may be missed, and nothing depends
 * on them but speed. Safe from every thread.
 */
final class Hints {

  private static final Logger LOG = LoggerFactory.getLogger(Hints.class);
  private static final String CHANNELS = "lg:{*}:hint";
  private static final String BEFORE_NAME = "lg:{";
  private static final String BEHIND_NAME = "}:hint";
  private static final long PAUSE_MS = 400;

  private final Vertx vertx;
  private final RedisLink link;
  private final RedisStore store;
  private final WorkspaceWatch watch;

  /** The client of the connection, while there is one. */
  private final AtomicReference<@Nullable Redis> open = new AtomicReference<>();

  private volatile boolean closed;

  Hints(RedisLink link, RedisStore store, WorkspaceWatch watch) {
    this.vertx = link.vertx();
    this.link = link;
    this.store = store;
    this.watch = watch;
  }

  /** Subscribes, and again whenever that ends. */
  void start() {
    if (closed) {
      return;
    }
    Redis client = link.newClient();
    open.set(client);
    if (closed) {
      close();
      return;
    }
    client
        .connect()
        .compose(
            connection -> {
              connection.handler(this::received);
              connection.exceptionHandler(cause -> again(client));
              connection.endHandler(ended -> again(client));
              return connection.send(Request.cmd(Command.PSUBSCRIBE).arg(CHANNELS));
            })
        // what was said in between was missed
        .onSuccess(subscribed -> watch.lookAgain())
        .onFailure(
            cause -> {
              LOG.debug("no hints for now", cause);
              again(client);
            });
  }

  private void again(Redis client) {
    if (open.compareAndSet(client, null)) {
      client.close();
      vertx.setTimer(PAUSE_MS, ignored -> start());
    }
  }

  private void received(Response message) {
    if (message.type() == ResponseType.ERROR) {
      LOG.debug("no hints: {}", message); // it may not subscribe, or the server is about to end
      return;
    }
    // a push of four parts: the kind, the pattern, the channel and what was said
    if (message.size() != 4 || !message.get(0).toString().equals("pmessage")) {
      return;
    }
    String channel = message.get(2).toString();
    String workspace =
        channel.substring(BEFORE_NAME.length(), channel.length() - BEHIND_NAME.length());
    String[] words = message.get(3).toString().split(" ", 3);
    if (workspace.equals(WorkspaceNames.RESERVED)) {
      store.schema().lookAgain();
    } else if (words[0].equals("look")) {
      watch.hint(workspace, Long.parseLong(words[1]));
    } else if (words[0].equals("key")) {
      store.tellEnd(new Identity(workspace, words[1]), new IdempotencyKey(words[2]));
    } else if (words[0].equals("cancel")) {
      store.listeners().cancelled(words[1], words[2]);
    } else if (words[0].equals("answer")) {
      store.listeners().answered(words[1], words[2]);
    } else if (words[0].equals("session")) {
      store.listeners().sessionChanged(words[1]);
    }
  }

  /** Tells all replicas, this one too. */
  Future<Void> tell(String workspace, String... words) {
    return store
        .link()
        .send(
            Request.cmd(Command.PUBLISH)
                .arg(BEFORE_NAME + workspace + BEHIND_NAME)
                .arg(String.join(" ", words)))
        .mapEmpty();
  }

  void close() {
    closed = true;
    Redis client = open.getAndSet(null);
    if (client != null) {
      client.close();
    }
  }
}
