package io.leasegate.store.redis;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditEntry;
import io.leasegate.audit.AuditPoint;
import io.leasegate.audit.DetailsText;
import io.leasegate.audit.UnsealedEntry;
import io.leasegate.core.call.Identity;
import io.leasegate.store.AuditLog;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The audit in Redis: a stream of entries as steps appended them, and a stream of their ids and
 * hashes. What is shown is what both say; nothing is hashed again for it. Safe from every thread.
 */
public final class RedisAuditLog implements AuditLog {

  private static final Logger LOG = LoggerFactory.getLogger(RedisAuditLog.class);

  /** Entries that are appended in one step. */
  private static final int APPENDED_AT_ONCE = 256;

  /** Entries that are read in one step. */
  private static final int BATCH = 128;

  /** The newest entries about an agent that are read in one step: each one is looked up. */
  private static final int NEWEST_BATCH = 32;

  /** Workspaces that are sealed at once. */
  private static final int SEALED_AT_ONCE = 64;

  private final RedisStore store;
  private final RedisSealer sealer;

  public RedisAuditLog(RedisStore store) {
    this.store = store;
    this.sealer = new RedisSealer(store);
  }

  @Override
  public Future<Void> append(String workspace, List<AuditDraft> entries) {
    Future<Void> done = Future.succeededFuture();
    for (int from = 0; from < entries.size(); from += APPENDED_AT_ONCE) {
      List<AuditDraft> some =
          entries.subList(from, Math.min(entries.size(), from + APPENDED_AT_ONCE));
      done = done.compose(before -> appendSome(workspace, some));
    }
    return done;
  }

  private Future<Void> appendSome(String workspace, List<AuditDraft> entries) {
    List<Object> arguments = new ArrayList<>(1 + 5 * entries.size());
    arguments.add(entries.size());
    for (AuditDraft entry : entries) {
      arguments.add(entry.kind().wireName());
      arguments.add(entry.operation());
      arguments.add(entry.agent().orElse(""));
      arguments.add(DetailsText.json(entry.details()));
      arguments.add(entry.id().orElse(""));
    }
    return store.ask(Script.APPEND, workspace, arguments.toArray()).mapEmpty();
  }

  @Override
  public Future<Integer> seal() {
    return seal(store.takeWritten(), 0, new AtomicInteger());
  }

  private Future<Integer> seal(List<String> workspaces, int from, AtomicInteger sealed) {
    if (from >= workspaces.size()) {
      return Future.succeededFuture(sealed.get());
    }
    int to = Math.min(workspaces.size(), from + SEALED_AT_ONCE);
    List<Future<Integer>> some = new ArrayList<>();
    for (String workspace : workspaces.subList(from, to)) {
      some.add(
          sealAndTrim(workspace)
              .onSuccess(sealed::addAndGet)
              .onFailure(away -> store.wrote(workspace)));
    }
    return Future.join(some)
        .onFailure(away -> workspaces.subList(to, workspaces.size()).forEach(store::wrote))
        .compose(done -> seal(workspaces, to, sealed));
  }

  /** A step that seals drops something, too. */
  private Future<Integer> sealAndTrim(String workspace) {
    return sealer
        .seal(workspace)
        .compose(
            count -> count > 0 ? Future.succeededFuture(count) : sealer.trim(workspace).map(count));
  }

  @Override
  public Future<Page> page(String workspace, long after, int limit, Filter filter) {
    return upToDate(workspace)
        .compose(done -> part(workspace, after, limit, filter))
        .compose(first -> more(new Reading(workspace, limit, filter, first), first));
  }

  /** What is sealed can be read also while nothing more can be written. */
  private Future<Void> upToDate(String workspace) {
    return sealer
        .seal(workspace)
        .compose(count -> sealer.trim(workspace))
        .recover(
            cause -> {
              LOG.debug("the audit of {} cannot be sealed", workspace, cause);
              return Future.succeededFuture();
            });
  }

  /**
   * What one step read.
   *
   * @param from where the log begins
   * @param before the sequence that the part follows
   * @param last the last sequence that was looked at
   */
  private record Part(
      AuditPoint from, AuditPoint head, long before, long last, List<AuditEntry> entries) {}

  private Future<Part> part(String workspace, long after, int limit, Filter filter) {
    int most = filter.equals(Filter.ALL) ? Math.min(limit, BATCH) : BATCH;
    return store
        .scripts()
        .run(Script.AUDIT, workspace, List.of(after, most))
        .compose(
            reply ->
                store.link().vertx().executeBlocking(() -> part(workspace, reply, filter), false));
  }

  private static Part part(String workspace, Reply reply, Filter filter) {
    AuditPoint from = AuditCodec.point(reply);
    AuditPoint head = AuditCodec.point(reply);
    long before = reply.number();
    long last = reply.number();
    Reply stored = reply.array();
    AuditSeals seals = new AuditSeals(workspace, from);
    seals.read(reply.array());
    List<AuditEntry> entries = new ArrayList<>();
    while (stored.hasMore()) {
      UnsealedEntry entry = AuditCodec.entry(stored.array());
      if (takes(filter, entry)) {
        entries.add(seals.link(entry));
      }
    }
    return new Part(from, head, before, last, entries);
  }

  private static boolean takes(Filter filter, UnsealedEntry entry) {
    return (filter.kinds().isEmpty() || filter.kinds().contains(entry.draft().kind()))
        && (filter.agent().isEmpty() || filter.agent().equals(entry.agent()));
  }

  /** A page that is being put together of parts. */
  private static final class Reading {
    final String workspace;
    final int limit;
    final Filter filter;
    final Part first;
    final long lookUntil;
    final List<AuditEntry> entries = new ArrayList<>();

    Reading(String workspace, int limit, Filter filter, Part first) {
      this.workspace = workspace;
      this.limit = limit;
      this.filter = filter;
      this.first = first;
      int looks = filter.equals(Filter.ALL) ? limit : MOST_LOOKED_AT;
      this.lookUntil = Math.min(first.head().sequence(), first.before() + looks);
    }

    /** Takes what the page has room for; the last sequence that it has an answer for. */
    long take(Part part) {
      for (AuditEntry entry : part.entries()) {
        if (entry.sequence() > lookUntil) {
          break;
        }
        entries.add(entry);
        if (entries.size() == limit) {
          return entry.sequence();
        }
      }
      return Math.min(part.last(), lookUntil);
    }

    Page page(long last) {
      return new Page(
          first.from().sequence() == 0 ? Optional.empty() : Optional.of(first.from()),
          first.head(),
          entries,
          last < first.head().sequence() ? OptionalLong.of(last) : OptionalLong.empty());
    }
  }

  private Future<Page> more(Reading reading, Part part) {
    long last = reading.take(part);
    if (reading.entries.size() == reading.limit || last >= reading.lookUntil) {
      return Future.succeededFuture(reading.page(last));
    }
    return part(reading.workspace, last, reading.limit, reading.filter)
        .compose(
            next ->
                next.before() == last
                    ? more(reading, next)
                    // what follows was dropped meanwhile: the next page begins where the log does
                    : Future.succeededFuture(reading.page(last)));
  }

  @Override
  public Future<List<AuditEntry>> newest(Identity identity, long sinceMs, int limit) {
    return upToDate(identity.workspace())
        .compose(done -> newest(identity, 0, sinceMs, limit, new ArrayList<>()));
  }

  private Future<List<AuditEntry>> newest(
      Identity identity, long before, long sinceMs, int limit, List<AuditEntry> found) {
    int most = Math.min(NEWEST_BATCH, limit - found.size());
    return store
        .scripts()
        .run(Script.NEWEST, identity.workspace(), List.of(identity.agent(), before, sinceMs, most))
        .compose(
            reply -> {
              long next = reply.number();
              AuditPoint from = AuditCodec.point(reply);
              found.addAll(reply.all(each -> newest(identity, from, each.array())));
              return next == 0 || found.size() >= limit
                  ? Future.succeededFuture(found)
                  : newest(identity, next, sinceMs, limit, found);
            });
  }

  private static AuditEntry newest(Identity identity, AuditPoint from, Reply linked) {
    UnsealedEntry entry = AuditCodec.entry(linked.array());
    AuditSeals seals = new AuditSeals(identity.workspace(), from);
    seals.read(linked.array());
    return seals.link(entry);
  }
}
