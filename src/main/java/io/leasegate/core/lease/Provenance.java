package io.leasegate.core.lease;

import java.util.List;
import java.util.stream.Stream;

/**
 * How a lease came to be what it is, oldest change first.
 *
 * @param entries the newest {@value #MAX_ENTRIES}; the audit log has all of them
 */
public record Provenance(List<ProvenanceEntry> entries) {

  /** Entries that a record keeps. */
  public static final int MAX_ENTRIES = 32;

  public static final Provenance EMPTY = new Provenance(List.of());

  public Provenance {
    int surplus = Math.max(0, entries.size() - MAX_ENTRIES);
    entries = List.copyOf(entries.subList(surplus, entries.size()));
  }

  Provenance plus(ProvenanceEntry newest) {
    return new Provenance(Stream.concat(entries.stream(), Stream.of(newest)).toList());
  }
}
