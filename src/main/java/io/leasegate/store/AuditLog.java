package io.leasegate.store;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditEntry;
import io.leasegate.audit.AuditKind;
import io.leasegate.audit.AuditPoint;
import io.leasegate.core.call.Identity;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * What was decided, entry by entry, for each workspace a chain of its own. Other ports append in
 * their own steps: what cannot be written down is not done. Safe from every loop; a future fails
 * only when the store is away.
 */
public interface AuditLog {

  /** The reserved workspace whose audit is about the store as a whole; no legal name. */
  String WHOLE_STORE = "_";

  /** Entries that a filtered page looks at, at most. */
  int MOST_LOOKED_AT = 10_000;

  /** Appends entries, up to 256 in one step. */
  Future<Void> append(String workspace, List<AuditDraft> entries);

  /**
   * Seals what is unsealed: gives the newest entries their hashes.
   *
   * @return how many were sealed
   */
  Future<Integer> seal();

  /**
   * A part of the chain; what is unsealed is sealed first. With a filter it may have fewer entries
   * than asked for, or none, and still have a next part.
   *
   * @param after the last sequence that is known; 0 for the beginning
   * @param limit 1..1000
   */
  Future<Page> page(String workspace, long after, int limit, Filter filter);

  /** The newest entries about one agent, newest first; at most the newest 1,000 are known. */
  Future<List<AuditEntry>> newest(Identity identity, long sinceMs, int limit);

  /** Which entries; empty: all. */
  record Filter(Optional<String> agent, Set<AuditKind> kinds) {
    public static final Filter ALL = new Filter(Optional.empty(), Set.of());
  }

  /**
   * A part of the chain.
   *
   * @param from where the chain begins since older entries were dropped
   * @param head the newest sealed entry
   * @param nextAfter where the next part begins; empty at the end
   */
  record Page(
      Optional<AuditPoint> from,
      AuditPoint head,
      List<AuditEntry> entries,
      OptionalLong nextAfter) {}
}
