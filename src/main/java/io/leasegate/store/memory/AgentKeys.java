package io.leasegate.store.memory;

import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyRecord;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the keys of one agent remember, bounded. A record leaves when its retention is over and not
 * before: when there are too many, there is no room for a new one.
 */
final class AgentKeys {

  /** Records looked at for each new one: what is over goes faster than new ones come. */
  private static final int SWEEP = 4;

  /** By when they changed last, the oldest first: nearly the order in which they will be over. */
  private final Map<String, KeyRecord> records = new LinkedHashMap<>();

  private long sweptAt = Long.MIN_VALUE;

  /** The record, unless it is over. */
  Optional<KeyRecord> get(IdempotencyKey key, long now, long retentionMs) {
    KeyRecord record = records.get(key.text());
    if (record != null && now >= record.keptUntil(retentionMs)) {
      records.remove(key.text());
      return Optional.empty();
    }
    return Optional.ofNullable(record);
  }

  /** Whether one more would be too many. */
  boolean isFull(int most, long now, long retentionMs) {
    sweep(SWEEP, now, retentionMs);
    if (records.size() >= most && now - sweptAt >= 1_000) {
      sweptAt = now; // it goes through all of them: not for every call
      records.values().removeIf(record -> now >= record.keptUntil(retentionMs));
    }
    return records.size() >= most;
  }

  private void sweep(int most, long now, long retentionMs) {
    Iterator<KeyRecord> oldest = records.values().iterator();
    for (int i = 0; i < most && oldest.hasNext(); i++) {
      if (now < oldest.next().keptUntil(retentionMs)) {
        return;
      }
      oldest.remove();
    }
  }

  void put(IdempotencyKey key, KeyRecord record) {
    records.remove(key.text());
    records.put(key.text(), record);
  }

  void remove(IdempotencyKey key) {
    records.remove(key.text());
  }

  /** Whether nothing is left when some of what is over is gone. */
  boolean isEmptySwept(long now, long retentionMs) {
    sweep(SWEEP, now, retentionMs);
    return records.isEmpty();
  }
}
