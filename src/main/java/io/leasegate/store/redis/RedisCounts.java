package io.leasegate.store.redis;

import io.vertx.core.Future;
import java.util.List;

/** How many grants and leases live, as last counted. Safe from every thread. */
final class RedisCounts {

  private record Counted(long grants, long leases) {
    Counted plus(Reply reply) {
      return new Counted(grants + reply.number(), leases + reply.number());
    }
  }

  private final RedisStore store;
  private volatile Counted counted = new Counted(0, 0);

  RedisCounts(RedisStore store) {
    this.store = store;
  }

  long grants() {
    return counted.grants();
  }

  long leases() {
    return counted.leases();
  }

  /** Counts anew, workspace by workspace. */
  Future<Void> recount() {
    return store
        .workspaces()
        .compose(names -> count(names, 0, new Counted(0, 0)))
        .onSuccess(sum -> counted = sum)
        .mapEmpty();
  }

  private Future<Counted> count(List<String> names, int at, Counted sum) {
    return at == names.size()
        ? Future.succeededFuture(sum)
        : store
            .scripts()
            .run(Script.COUNTS, names.get(at), List.of())
            .compose(reply -> count(names, at + 1, sum.plus(reply)));
  }
}
