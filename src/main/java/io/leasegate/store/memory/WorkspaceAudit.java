package io.leasegate.store.memory;

import io.leasegate.audit.AuditDraft;
import java.util.ArrayDeque;

/** The audit of one workspace. Only touched inside a step of its store. */
final class WorkspaceAudit {

  private record Unsealed(long sequence, long at, AuditDraft draft) {}

  private final ArrayDeque<Unsealed> tail = new ArrayDeque<>();
  private long sequence;

  /** Appends an entry; the step that it tells of is the one that runs. */
  void append(AuditDraft draft, long at) {
    sequence++;
    tail.add(new Unsealed(sequence, at, draft));
  }
}
