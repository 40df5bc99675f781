package io.leasegate.store.memory;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditEntry;
import io.leasegate.audit.AuditPoint;
import io.leasegate.audit.AuditSealing;
import io.leasegate.audit.SealedEntry;
import io.leasegate.audit.UnsealedEntry;
import io.leasegate.core.call.Identity;
import io.leasegate.store.AuditLog;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Callable;

/**
 * The audit in memory. Steps only copy under the lock of their workspace; entries are hashed, and
 * written out for readers, on a thread that may take its time.
 */
public final class MemoryAuditLog implements AuditLog {

  /** Entries that are sealed between two steps. */
  private static final int BATCH = 512;

  private static final long TRIM_EVERY_MS = 1_000;

  /** Where work runs that takes longer than an event loop may be held. */
  public interface Worker {
    <T> Future<T> run(Callable<T> work);
  }

  private final MemoryStore store;
  private final Worker worker;
  private volatile long trimmedAt = Long.MIN_VALUE;

  public MemoryAuditLog(MemoryStore store, Worker worker) {
    this.store = store;
    this.worker = worker;
  }

  @Override
  public Future<Void> append(String workspace, List<AuditDraft> entries) {
    return store
        .begin(
            workspace,
            all -> {
              long now = store.now();
              entries.forEach(entry -> all.audit(entry, now));
              return entries.size();
            })
        .mapEmpty();
  }

  @Override
  public Future<Integer> seal() {
    long now = store.now();
    boolean trims = trimmedAt == Long.MIN_VALUE || now - trimmedAt >= TRIM_EVERY_MS;
    if (!trims && !store.hasUnsealed()) {
      return Future.succeededFuture(0);
    }
    return worker.run(
        () -> {
          int sealed = 0;
          for (String workspace : store.unsealed()) {
            sealed += seal(workspace);
          }
          if (trims) {
            trimmedAt = now;
            for (String workspace : store.names()) {
              store.step(workspace, this::trim);
            }
          }
          return sealed;
        });
  }

  private boolean trim(Workspace all) {
    all.audit()
        .trim(store.bounds().auditEntries(), store.now() - store.bounds().auditRetentionMs());
    return true;
  }

  /** What one step saw: entries to be sealed, and what they follow. */
  private record Batch(AuditPoint head, List<UnsealedEntry> entries) {}

  private int seal(String workspace) {
    int sealed = 0;
    while (true) {
      Batch batch =
          store.step(workspace, all -> new Batch(all.audit().head(), all.audit().unsealed(BATCH)));
      if (batch.entries().isEmpty()) {
        return sealed;
      }
      AuditSealing sealing = new AuditSealing(workspace, batch.head(), store::auditId);
      List<SealedEntry> links = new ArrayList<>(batch.entries().size());
      batch.entries().forEach(entry -> links.add(sealing.seal(entry)));
      boolean taken =
          store.step(
              workspace,
              all -> all.audit().commit(batch.head(), links, sealing.head()) && trim(all));
      sealed += taken ? links.size() : 0; // otherwise another sealer was faster
    }
  }

  @Override
  public Future<Page> page(String workspace, long after, int limit, Filter filter) {
    return worker.run(() -> readPage(workspace, after, limit, filter));
  }

  private Page readPage(String workspace, long after, int limit, Filter filter) {
    if (!store.knows(workspace)) {
      return new Page(Optional.empty(), AuditPoint.START, List.of(), OptionalLong.empty());
    }
    seal(workspace);
    int looks = filter.equals(Filter.ALL) ? limit : MOST_LOOKED_AT;
    WorkspaceAudit.Part part =
        store.step(
            workspace,
            all -> {
              trim(all);
              return all.audit().sealed(after, looks);
            });
    List<AuditEntry> entries = new ArrayList<>();
    AuditPoint last = part.before();
    for (SealedEntry entry : part.entries()) {
      if (entries.size() == limit) {
        break;
      }
      if (takes(filter, entry)) {
        entries.add(entry.entry(last.hash()));
      }
      last = entry.point();
    }
    return new Page(
        part.from().sequence() == 0 ? Optional.empty() : Optional.of(part.from()),
        part.head(),
        entries,
        last.sequence() < part.head().sequence()
            ? OptionalLong.of(last.sequence())
            : OptionalLong.empty());
  }

  private static boolean takes(Filter filter, SealedEntry entry) {
    return (filter.kinds().isEmpty() || filter.kinds().contains(entry.kind()))
        && (filter.agent().isEmpty() || filter.agent().get().equals(entry.agent()));
  }

  @Override
  public Future<List<AuditEntry>> newest(Identity identity, long sinceMs, int limit) {
    return worker.run(
        () -> {
          String workspace = identity.workspace();
          if (!store.knows(workspace)) {
            return List.of();
          }
          seal(workspace);
          return store
              .step(workspace, all -> all.audit().newest(identity.agent(), sinceMs, limit))
              .stream()
              .map(part -> part.entries().get(0).entry(part.before().hash()))
              .toList();
        });
  }
}
