package io.leasegate.store.memory;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditPoint;
import io.leasegate.audit.SealedEntry;
import io.leasegate.audit.UnsealedEntry;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The audit of one workspace: entries as steps appended them, in front of them those that are
 * sealed. Only touched inside a step of its store; what takes time, such as hashing, is done
 * outside with what {@link #unsealed} and {@link #sealed} gave.
 */
final class WorkspaceAudit {

  /** Unsealed entries at which a step that begins something is refused. */
  static final int MOST_UNSEALED = 100_000;

  /** Entries that one step drops, so that none takes long. */
  private static final int DROPPED_AT_ONCE = 2_048;

  /** What is known of an agent: its name, one text for all entries, and where they are. */
  private record Trail(Optional<String> agent, NewestSequences sequences) {}

  /**
   * A part of the sealed chain.
   *
   * @param from where the chain begins
   * @param before what the first of the entries follows
   * @param head the newest sealed entry
   */
  record Part(AuditPoint from, AuditPoint before, AuditPoint head, List<SealedEntry> entries) {}

  private final ArrayDeque<UnsealedEntry> tail = new ArrayDeque<>();
  private final EntryRing<SealedEntry> sealed = new EntryRing<>();
  private final Map<String, Trail> trails = new HashMap<>();
  private AuditPoint anchor = AuditPoint.START;
  private AuditPoint head = AuditPoint.START;
  private long sequence;
  private long newestAt = Long.MIN_VALUE;

  /** Appends an entry; the step that it tells of is the one that runs. */
  void append(AuditDraft draft, long at) {
    sequence++;
    newestAt = Math.max(newestAt, at);
    tail.add(new UnsealedEntry(sequence, newestAt, draft.agent().flatMap(this::follow), draft));
  }

  /** Notes that the newest entry is about the agent; gives the name that all such entries share. */
  private Optional<String> follow(String agent) {
    Trail trail = trails.get(agent);
    if (trail == null) {
      trail = new Trail(Optional.of(agent), new NewestSequences());
      trails.put(agent, trail);
    }
    trail.sequences.add(sequence);
    return trail.agent;
  }

  boolean hasUnsealed() {
    return !tail.isEmpty();
  }

  int unsealed() {
    return tail.size();
  }

  /** The newest sealed entry. */
  AuditPoint head() {
    return head;
  }

  /** The oldest unsealed entries: those that follow the head. */
  List<UnsealedEntry> unsealed(int most) {
    List<UnsealedEntry> oldest = new ArrayList<>(Math.min(most, tail.size()));
    Iterator<UnsealedEntry> entries = tail.iterator();
    while (oldest.size() < most && entries.hasNext()) {
      oldest.add(entries.next());
    }
    return oldest;
  }

  /**
   * Takes entries as sealed.
   *
   * @param followed the head that they were sealed behind
   * @param newHead the last of them
   * @return false when the head is another one by now: then nothing was taken
   */
  boolean commit(AuditPoint followed, List<SealedEntry> entries, AuditPoint newHead) {
    if (!head.equals(followed)) {
      return false;
    }
    for (SealedEntry entry : entries) {
      tail.remove();
      sealed.add(entry);
    }
    head = newHead;
    return true;
  }

  /** Drops sealed entries above a number and those older than a time, a bounded number at once. */
  void trim(long most, long olderThan) {
    for (int i = 0; i < DROPPED_AT_ONCE && !sealed.isEmpty(); i++) {
      SealedEntry oldest = sealed.first();
      if (sealed.size() <= most && oldest.at() >= olderThan) {
        return;
      }
      sealed.removeFirst();
      anchor = oldest.point();
      forget(oldest);
    }
  }

  private void forget(SealedEntry dropped) {
    String agent = dropped.agent();
    Trail trail = agent == null ? null : trails.get(agent);
    if (agent != null && trail != null) {
      trail.sequences.forgetUntil(dropped.sequence());
      if (trail.sequences.size() == 0) {
        trails.remove(agent);
      }
    }
  }

  /** Sealed entries behind a sequence. */
  Part sealed(long after, int most) {
    long start = Math.max(anchor.sequence(), Math.min(after, head.sequence()));
    int skipped = (int) (start - anchor.sequence());
    int count = Math.min(most, sealed.size() - skipped);
    List<SealedEntry> entries = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      entries.add(sealed.get(skipped + i));
    }
    return new Part(anchor, before(skipped), head, entries);
  }

  private AuditPoint before(int index) {
    return index == 0 ? anchor : sealed.get(index - 1).point();
  }

  /** The newest sealed entries about an agent, newest first, each with what it follows. */
  List<Part> newest(String agent, long since, int most) {
    List<Part> found = new ArrayList<>();
    Trail trail = trails.get(agent);
    for (int back = 0; trail != null && back < trail.sequences.size(); back++) {
      int index = (int) (trail.sequences.newest(back) - anchor.sequence() - 1);
      if (index >= sealed.size()) {
        continue; // not sealed yet
      }
      SealedEntry entry = sealed.get(index);
      if (found.size() == most || entry.at() < since) {
        break;
      }
      found.add(new Part(anchor, before(index), head, List.of(entry)));
    }
    return found;
  }
}
