package io.leasegate.store.redis;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditEntry;
import io.leasegate.audit.AuditPoint;
import io.leasegate.core.call.Identity;
import io.leasegate.store.AuditLog;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** tmp. */
public final class RedisAuditLog implements AuditLog {
  public RedisAuditLog(RedisStore store) {}

  @Override
  public Future<Void> append(String workspace, List<AuditDraft> entries) {
    return Future.succeededFuture();
  }

  @Override
  public Future<Integer> seal() {
    return Future.succeededFuture(0);
  }

  @Override
  public Future<Page> page(String workspace, long after, int limit, Filter filter) {
    return Future.succeededFuture(
        new Page(Optional.empty(), AuditPoint.START, List.of(), OptionalLong.empty()));
  }

  @Override
  public Future<List<AuditEntry>> newest(Identity identity, long sinceMs, int limit) {
    return Future.succeededFuture(List.of());
  }
}
