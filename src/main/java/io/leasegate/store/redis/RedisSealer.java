package io.leasegate.store.redis;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditPoint;
import io.leasegate.audit.AuditSealing;
import io.leasegate.audit.UnsealedEntry;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.redis.client.Command;
import io.vertx.redis.client.Request;
import io.vertx.redis.client.Response;
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
   * Where the sealed part of a log ends.
   *
   * @param newest sequence of the log when it was read
   */
  private record Head(AuditPoint point, long newest) {}

  /** Entries with their hashes: what the script takes, and what the log then ends with. */
  private record Batch(List<Object> arguments, AuditPoint head) {}

  /** Seals what a workspace has now; how much this process did. */
  Future<Integer> seal(String workspace) {
    return store
        .schema()
        .same()
        .compose(same -> head(workspace))
        .compose(
            head -> {
              Promise<Integer> done = Promise.promise();
              next(workspace, head.point(), head.newest(), 0, done);
              return done.future();
            });
  }

  private Future<Head> head(String workspace) {
    return store
        .scripts()
        .run(Script.UNSEALED, workspace, List.of())
        .map(
            reply -> {
              long newest = reply.number();
              return new Head(AuditCodec.point(reply), newest);
            });
  }

  /** A step after the other, and not one inside the other: there may be thousands. */
  private void next(
      String workspace, AuditPoint head, long target, int sealed, Promise<Integer> done) {
    if (head.sequence() >= target) {
      done.complete(sealed);
      return;
    }
    long last = Math.min(target, head.sequence() + BATCH);
    batch(workspace, head, last)
        .compose(
            batch ->
                store
                    .scripts()
                    .run(Script.SEAL, workspace, batch.arguments())
                    .onSuccess(
                        reply -> {
                          if (reply.flag()) {
                            int more = (int) (last - head.sequence());
                            next(workspace, batch.head(), target, sealed + more, done);
                          } else {
                            lookAgain(workspace, target, sealed, done);
                          }
                        }))
        .onFailure(done::fail);
  }

  /** Another one was faster, or the log is shorter than it was: it is looked at anew. */
  private void lookAgain(String workspace, long target, int sealed, Promise<Integer> done) {
    head(workspace)
        .onSuccess(
            head -> next(workspace, head.point(), Math.min(target, head.newest()), sealed, done))
        .onFailure(done::fail);
  }

  /**
   * What follows the head. Read without a script, which would turn each part into values of Lua and
   * back, at a tenth of what a call costs Redis: if somebody else goes on meanwhile, the script
   * that takes the hashes sees another head.
   */
  private Future<Batch> batch(String workspace, AuditPoint head, long last) {
    Request request =
        Request.cmd(Command.XRANGE)
            .arg(Scripts.prefix(workspace) + "audit")
            .arg((head.sequence() + 1) + "-0")
            .arg(last + "-0");
    return store
        .link()
        .send(request)
        .compose(
            stored ->
                store
                    .link()
                    .vertx()
                    .executeBlocking(
                        () -> hashed(workspace, head, entries(stored, head, last)), false));
  }

  private static List<UnsealedEntry> entries(Response stored, AuditPoint head, long last) {
    Map<Long, UnsealedEntry> found = new HashMap<>();
    long at = 0;
    for (Response each : stored) {
      UnsealedEntry entry = AuditCodec.entry(new Reply(each));
      found.put(entry.sequence(), entry);
      at = entry.at();
    }
    List<UnsealedEntry> entries = new ArrayList<>();
    for (long i = head.sequence() + 1; i <= last; i++) {
      // the chain has no holes: that one is gone is what it says there
      UnsealedEntry entry = found.get(i);
      entries.add(entry == null ? AuditCodec.lost(i, at) : entry);
    }
    return entries;
  }

  private Batch hashed(String workspace, AuditPoint head, List<UnsealedEntry> entries) {
    List<Object> arguments = new ArrayList<>(5 + 3 * entries.size());
    arguments.add(head.sequence());
    arguments.add(head.sequence() == 0 ? "" : head.hash());
    arguments.add(store.bounds().auditEntries());
    arguments.add(store.bounds().auditRetentionMs());
    arguments.add(entries.size());
    AuditSealing sealing = new AuditSealing(workspace, head, store::auditId);
    for (UnsealedEntry entry : entries) {
      AuditDraft draft = entry.draft();
      String id = draft.id().orElseGet(store::auditId);
      draft.withId(id);
      sealing.seal(entry);
      arguments.add(id);
      arguments.add(sealing.head().hash());
      arguments.add(entry.agent().orElse(""));
    }
    return new Batch(arguments, sealing.head());
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
