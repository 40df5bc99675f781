package io.leasegate.store.redis;

import io.leasegate.audit.AuditEntry;
import io.leasegate.audit.AuditPoint;
import io.leasegate.audit.StoredEntries;
import io.leasegate.audit.UnsealedEntry;
import java.util.HashMap;
import java.util.Map;

/**
 * What the stream of seals has for some entries. Where one is missing that was there, its entry has
 * an empty hash, which fits nothing. Not shared between threads.
 */
final class AuditSeals {

  private record Seal(String id, String hash) {
    static final Seal MISSING = new Seal("", "");
  }

  private final StoredEntries entries;
  private final Map<Long, Seal> seals = new HashMap<>();

  /**
   * @param anchor behind which the log begins
   */
  AuditSeals(String workspace, AuditPoint anchor) {
    this.entries = new StoredEntries(workspace);
    seals.put(anchor.sequence(), new Seal("", anchor.hash()));
  }

  /** Takes seals of the stream. */
  void read(Reply stored) {
    while (stored.hasMore()) {
      Reply seal = stored.array();
      long sequence = AuditCodec.sequence(seal.text());
      Map<String, String> fields = seal.hash();
      seals.put(sequence, new Seal(fields.getOrDefault("id", ""), fields.getOrDefault("hash", "")));
    }
  }

  /** The whole entry, in its place of the chain as that is stored. */
  AuditEntry link(UnsealedEntry entry) {
    Seal own = seals.getOrDefault(entry.sequence(), Seal.MISSING);
    Seal before = seals.getOrDefault(entry.sequence() - 1, Seal.MISSING);
    return entries.entry(entry, own.id(), own.hash(), before.hash());
  }
}
