package io.leasegate.store;

import io.leasegate.core.call.Identity;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyChange;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.core.idempotency.KeyResolution;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.BiConsumer;

/**
 * The keys of calls, beside the claim and the settle that use them. Every method is one atomic step
 * by the store's own clock. Safe from every loop; a future fails only when the store is away.
 */
public interface IdempotencyStore {

  /** What a key remembers, as it reads now. */
  Future<Optional<KeyRecord>> find(Identity identity, IdempotencyKey key);

  /**
   * An operator says what became of a key whose outcome is unknown. Freed, its write is given back.
   *
   * @param attempt the record's new token
   */
  Future<KeyChange> resolve(
      Identity identity, IdempotencyKey key, KeyResolution resolution, String attempt);

  /**
   * Names the one who hears, soon, of keys whose execution has ended. A hint: some may be missed.
   * Called on any thread.
   */
  void onEnd(BiConsumer<Identity, IdempotencyKey> listener);
}
