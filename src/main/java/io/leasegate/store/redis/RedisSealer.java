package io.leasegate.store.redis;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditPoint;
import io.leasegate.audit.AuditSealing;
import io.leasegate.audit.UnsealedEntry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Gives entries their ids and hashes, some in each step, behind the head that all replicas share:
 * of two that seal at once one is faster, and the other looks again. Safe from every thread.
 */
final class RedisSealer {

  /** Entries that are sealed in one step. */
  private static final int BATCH = 128;

  /** Steps that drop something, when nothing is sealed. */
  private static final int TRIMS = 8;

  private final RedisStore store;

  RedisSealer(RedisStore store) {
    this.store = store;
  }

  /**
   * What follows the head.
   *
   * @param newest sequence of the log when it was read
   */
  private record Tail(AuditPoint head, long newest, List<UnsealedEntry> entries) {}

  /** Seals what a workspace has now; how much this process did. */
  Future<Integer> seal(String workspace) {
    return store
        .schema()
        .same()
        .compose(
            same -> {
              Promise<Integer> done = Promise.promise();
              next(workspace, Long.MAX_VALUE, 0, done);
              return done.future();
            });
  }

  /** A step after the other, and not one inside the other: there may be thousands. */
  private void next(String workspace, long until, int sealed, Promise<Integer> done) {
    tail(workspace)
        .compose(
            tail -> {
              long target = Math.min(until, tail.newest());
              if (tail.head().sequence() >= target) {
                done.complete(sealed);
                return Future.succeededFuture();
              }
              return seal(workspace, tail)
                  .onSuccess(
                      more -> {
                        if (tail.head().sequence() + more >= target) {
                          done.complete(sealed + more);
                        } else {
                          next(workspace, target, sealed + more, done);
                        }
                      });
            })
        .onFailure(done::fail);
  }

  private Future<Tail> tail(String workspace) {
    return store.scripts().run(Script.UNSEALED, workspace, List.of(BATCH)).map(RedisSealer::tail);
  }

  private static Tail tail(Reply reply) {
    long newest = reply.number();
    AuditPoint head = AuditCodec.point(reply);
    Map<Long, UnsealedEntry> found = new HashMap<>();
    long at = 0;
    for (UnsealedEntry entry : reply.all(each -> AuditCodec.entry(each.array()))) {
      found.put(entry.sequence(), entry);
      at = entry.at();
    }
    List<UnsealedEntry> entries = new ArrayList<>();
    for (long i = head.sequence() + 1; i <= Math.min(newest, head.sequence() + BATCH); i++) {
      // the chain has no holes: that one is gone is what it says there
      UnsealedEntry entry = found.get(i);
      entries.add(entry == null ? AuditCodec.lost(i, at) : entry);
    }
    return new Tail(head, newest, entries);
  }

  /** How many were sealed: none when another was faster. */
  private Future<Integer> seal(String workspace, Tail tail) {
    return store
        .link()
        .vertx()
        .executeBlocking(() -> hashed(workspace, tail), false)
        .compose(arguments -> store.scripts().run(Script.SEAL, workspace, arguments))
        .map(reply -> reply.flag() ? tail.entries().size() : 0);
  }

  private List<Object> hashed(String workspace, Tail tail) {
    AuditPoint head = tail.head();
    List<Object> arguments = new ArrayList<>(5 + 3 * tail.entries().size());
    arguments.add(head.sequence());
    arguments.add(head.sequence() == 0 ? "" : head.hash());
    arguments.add(store.bounds().auditEntries());
    arguments.add(store.bounds().auditRetentionMs());
    arguments.add(tail.entries().size());
    AuditSealing sealing = new AuditSealing(workspace, head, store::auditId);
    for (UnsealedEntry entry : tail.entries()) {
      AuditDraft draft = entry.draft();
      String id = draft.id().orElseGet(store::auditId);
      draft.withId(id);
      sealing.seal(entry);
      arguments.add(id);
      arguments.add(sealing.head().hash());
      arguments.add(entry.agent().orElse(""));
    }
    return arguments;
  }

  /** Drops what is kept too long, not more than some thousand entries. */
  Future<Void> trim(String workspace) {
    return store.schema().same().compose(same -> trim(workspace, TRIMS));
  }

  private Future<Void> trim(String workspace, int steps) {
    return store
        .scripts()
        .run(
            Script.TRIM,
            workspace,
            List.of(store.bounds().auditEntries(), store.bounds().auditRetentionMs()))
        .compose(
            reply ->
                reply.number() == 0 || steps == 1
                    ? Future.succeededFuture()
                    : trim(workspace, steps - 1));
  }
}
