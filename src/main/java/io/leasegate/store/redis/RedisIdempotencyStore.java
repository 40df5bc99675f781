package io.leasegate.store.redis;

import io.leasegate.audit.DetailsText;
import io.leasegate.core.call.Identity;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyChange;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.core.idempotency.KeyResolution;
import io.leasegate.store.IdempotencyStore;
import io.vertx.core.Future;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The keys of calls in Redis. */
public final class RedisIdempotencyStore implements IdempotencyStore {

  private final RedisStore store;

  public RedisIdempotencyStore(RedisStore store) {
    this.store = store;
  }

  @Override
  public Future<Optional<KeyRecord>> find(Identity identity, IdempotencyKey key) {
    return store
        .ask(
            Script.FIND_KEY,
            identity.workspace(),
            identity.agent(),
            key.text(),
            store.bounds().keyRetentionMs())
        .map(
            reply -> {
              long now = reply.number();
              return KeyCodec.readSome(reply).map(record -> record.asOf(now));
            });
  }

  @Override
  public Future<KeyChange> resolve(
      Identity identity, IdempotencyKey key, KeyResolution resolution, String attempt) {
    boolean executed = resolution instanceof KeyResolution.Executed;
    KeyCodec.Kept answer =
        resolution instanceof KeyResolution.Executed it
            ? KeyCodec.Kept.of(it.answer())
            : KeyCodec.Kept.NONE;
    return store
        .ask(
            Script.RESOLVE,
            identity.workspace(),
            identity.agent(),
            key.text(),
            store.bounds().keyRetentionMs(),
            attempt,
            executed,
            answer.kind(),
            answer.failed(),
            answer.json().json(),
            DetailsText.json(List.of("key", key.text())),
            DetailsText.json(
                List.of("by", "operator", "outcome", executed ? "executed" : "not_executed")))
        .map(RedisIdempotencyStore::change)
        .onSuccess(
            change -> {
              if (!(change instanceof KeyChange.Kept)) {
                store.tellEnd(identity, key);
              }
            });
  }

  private static KeyChange change(Reply reply) {
    String what = reply.text();
    return switch (what) {
      case "stored" -> new KeyChange.Stored(KeyCodec.read(reply.array()));
      case "freed" -> new KeyChange.Freed(reply.someText());
      case "kept" ->
          new KeyChange.Kept(KeyChange.Reason.valueOf(reply.text().toUpperCase(Locale.ROOT)));
      default -> throw new IllegalStateException("resolve answered " + what);
    };
  }

  @Override
  public void onEnd(BiConsumer<Identity, IdempotencyKey> listener) {
    store.listeners().onEnd(listener);
  }
}
