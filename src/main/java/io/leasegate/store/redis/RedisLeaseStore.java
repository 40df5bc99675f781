package io.leasegate.store.redis;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.audit.DetailsText;
import io.leasegate.core.call.Identity;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseDraft;
import io.leasegate.core.lease.LeaseOperation;
import io.leasegate.core.lease.WriteBudget;
import io.leasegate.store.LeaseStore;
import io.leasegate.store.Page;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Leases in Redis. */
public final class RedisLeaseStore implements LeaseStore {

  private static final String OPERATOR = "";

  private final RedisStore store;
  private final Pages<Lease> pages;

  public RedisLeaseStore(RedisStore store) {
    this.store = store;
    this.pages =
        new Pages<>(
            store,
            Script.LEASES,
            (workspace, reply) -> LeaseCodec.read(workspace, reply.hash()),
            Lease::id);
  }

  @Override
  public Future<Optional<Lease>> openTask(
      Identity identity,
      String id,
      String goal,
      List<String> upstreams,
      Duration total,
      long maxWrites) {
    LeaseDraft draft = LeaseDraft.task(id, identity, goal, upstreams, total, maxWrites);
    JsonArray globs = new JsonArray();
    draft.scope().globs().forEach(glob -> globs.add(glob.text()));
    return store
        .change(
            Script.OPEN_TASK,
            identity.workspace(),
            identity.agent(),
            store.bounds().liveGrantsPerAgent(),
            id,
            LeaseCodec.fixed(draft),
            globs.encode(),
            draft.terms().initialTtl().toMillis(),
            draft.terms().maxDuration().map(it -> String.valueOf(it.toMillis())).orElse(""),
            maxWrites,
            new JsonObject()
                .put("audit_id", store.auditId())
                .put("operation", LeaseOperation.OPEN.wireName())
                .put("actor", identity.agent())
                .encode(),
            DetailsText.json(opened(draft)))
        .map(
            reply -> {
              if (reply.text().equals("full")) {
                return Optional.empty();
              }
              Lease lease = LeaseCodec.read(identity.workspace(), reply.hash());
              store.tell(identity.workspace(), reply);
              return Optional.of(lease);
            });
  }

  private static List<Object> opened(LeaseDraft draft) {
    String holder = draft.holder().identity();
    return AuditDraft.of(AuditKind.LEASE, LeaseOperation.OPEN.wireName(), holder)
        .with("lease_id", draft.id())
        .with("generation", 1)
        .with("version", 1)
        .with("actor", Map.of("identity", holder, "operator", false))
        .with("goal", draft.scope().goal())
        .with("upstreams", draft.scope().upstreams())
        .with("max_writes", draft.budget().map(WriteBudget::maxWrites))
        .details();
  }

  @Override
  public Future<Optional<LeaseRevoked>> revoke(Identity identity, String leaseId) {
    return revoke(identity.workspace(), identity.agent(), leaseId, Optional.empty());
  }

  @Override
  public Future<Optional<LeaseRevoked>> revokeByOperator(
      String workspace, String leaseId, Optional<String> reason) {
    return revoke(workspace, OPERATOR, leaseId, reason);
  }

  private Future<Optional<LeaseRevoked>> revoke(
      String workspace, String holder, String leaseId, Optional<String> reason) {
    return store
        .change(Script.REVOKE_LEASE, workspace, holder, leaseId, reason.orElse(""), store.auditId())
        .map(
            reply -> {
              if (reply.text().equals("none")) {
                return Optional.empty();
              }
              Lease lease = LeaseCodec.read(workspace, reply.hash());
              int grants = (int) reply.number();
              store.tell(workspace, reply);
              return Optional.of(new LeaseRevoked(lease, grants));
            });
  }

  @Override
  public Future<Page<Lease>> live(Optional<String> after, int limit) {
    return pages.page(after, limit);
  }

  @Override
  public long liveCount() {
    return store.counts().leases();
  }
}
