package io.leasegate.store.memory;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.core.call.Identity;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyChange;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.core.idempotency.KeyResolution;
import io.leasegate.core.idempotency.KeyTransitions;
import io.leasegate.store.IdempotencyStore;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.BiConsumer;

/** The keys of calls in memory. */
public final class MemoryIdempotencyStore implements IdempotencyStore {

  private final MemoryStore store;

  public MemoryIdempotencyStore(MemoryStore store) {
    this.store = store;
  }

  @Override
  public Future<Optional<KeyRecord>> find(Identity identity, IdempotencyKey key) {
    return Future.succeededFuture(
        store.step(
            identity.workspace(),
            all -> {
              long now = store.now();
              return record(all, identity, key, now).map(record -> record.asOf(now));
            }));
  }

  private Optional<KeyRecord> record(
      Workspace all, Identity identity, IdempotencyKey key, long now) {
    return all.knows(identity)
        ? all.keys(identity).get(key, now, store.bounds().keyRetentionMs())
        : Optional.empty();
  }

  @Override
  public Future<KeyChange> resolve(
      Identity identity, IdempotencyKey key, KeyResolution resolution, String attempt) {
    return store.end(identity.workspace(), all -> resolve(all, identity, key, resolution, attempt));
  }

  private KeyChange resolve(
      Workspace all,
      Identity identity,
      IdempotencyKey key,
      KeyResolution resolution,
      String attempt) {
    long now = store.now();
    Optional<KeyRecord> before = record(all, identity, key, now);
    KeyChange change = KeyTransitions.resolve(before, resolution, attempt, now);
    if (change instanceof KeyChange.Kept) {
      return change;
    }
    boolean executed = change instanceof KeyChange.Stored;
    all.audit(
        AuditDraft.of(AuditKind.CALL, "idempotency_resolved", identity.agent())
            .with("key", key.text())
            .with("attempt", before.orElseThrow().claim().attempt())
            .with("by", "operator")
            .with("outcome", executed ? "executed" : "not_executed"),
        now);
    AgentKeys keys = all.keys(identity);
    if (change instanceof KeyChange.Stored stored) {
      keys.put(key, stored.record());
    } else {
      keys.remove(key);
      all.refund(((KeyChange.Freed) change).refundTo());
    }
    all.ended(identity, key);
    return change;
  }

  @Override
  public void onEnd(BiConsumer<Identity, IdempotencyKey> listener) {
    store.onEnd(listener);
  }
}
