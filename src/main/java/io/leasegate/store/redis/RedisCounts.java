package io.leasegate.store.redis;

import io.vertx.core.Future;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * How many grants and leases live, as last counted: one workspace after the other, so that counting
 * costs the same however many there are; on the way, which audits were left alone. {@link
 * #countNext} is called by one timer; the rest is safe from every thread.
 */
final class RedisCounts {

  /** How often {@link #countNext} is called. */
  static final long STEP_MS = 1_500;

  private record Counted(long grants, long leases) {}

  private final RedisStore store;
  private final Map<String, Counted> workspaces = new ConcurrentHashMap<>();
  private final Queue<String> next = new ArrayDeque<>();

  RedisCounts(RedisStore store) {
    this.store = store;
  }

  long grants() {
    return workspaces.values().stream().mapToLong(Counted::grants).sum();
  }

  long leases() {
    return workspaces.values().stream().mapToLong(Counted::leases).sum();
  }

  /** Counts one more workspace, or finds out which ones there are. */
  void countNext() {
    String workspace = next.poll();
    if (workspace != null) {
      count(workspace);
    } else {
      store.workspaces().onSuccess(this::begin);
    }
  }

  private void begin(List<String> names) {
    workspaces.keySet().retainAll(names);
    next.addAll(names);
  }

  /** Counts all of them now. */
  Future<Void> recount() {
    return store
        .workspaces()
        .compose(names -> Future.all(names.stream().map(this::count).toList()))
        .mapEmpty();
  }

  private Future<Counted> count(String workspace) {
    return store
        .scripts()
        .run(
            Script.COUNTS,
            workspace,
            List.of(store.bounds().auditEntries(), store.bounds().auditRetentionMs()))
        .map(
            reply -> {
              Counted counted = new Counted(reply.number(), reply.number());
              if (reply.flag()) {
                store.wrote(workspace); // whoever wrote there is gone, or it is time to trim
              }
              return counted;
            })
        .onSuccess(counted -> workspaces.put(workspace, counted));
  }
}
