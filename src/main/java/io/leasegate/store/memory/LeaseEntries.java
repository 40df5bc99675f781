package io.leasegate.store.memory;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.audit.AuditTime;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseAct;
import io.leasegate.core.lease.LeaseEnd;
import io.leasegate.core.lease.LeaseOperation;
import io.leasegate.core.lease.WriteBudget;
import java.util.Map;

/** What the audit says of changes of leases: under the id that the lease's record names. */
final class LeaseEntries {

  private LeaseEntries() {}

  static AuditDraft opened(Lease lease, LeaseAct act) {
    return of(LeaseOperation.OPEN, lease, act)
        .with("goal", lease.scope().goal())
        .with("upstreams", lease.scope().upstreams())
        .with("max_writes", lease.budget().map(WriteBudget::maxWrites))
        .with("deadline_at", AuditTime.of(lease.times().endsAt()));
  }

  /**
   * It was ended.
   *
   * @param grants that ended with it
   */
  static AuditDraft revoked(Lease lease, LeaseAct act, int grants) {
    return of(LeaseOperation.REVOKE, lease, act)
        .with("reason", lease.end().flatMap(LeaseEnd::reason))
        .with("grants_revoked", grants);
  }

  private static AuditDraft of(LeaseOperation operation, Lease lease, LeaseAct act) {
    return AuditDraft.of(AuditKind.LEASE, operation.wireName(), lease.holder().identity())
        .withId(act.auditId())
        .with("lease_id", lease.id())
        .with("generation", lease.generation())
        .with("version", lease.version())
        .with("request_id", act.requestId())
        .with("actor", Map.of("identity", act.actor().name(), "operator", act.actor().operator()))
        .with(
            "resource",
            lease
                .resource()
                .map(
                    it ->
                        Map.of(
                            "repository",
                            it.repository(),
                            "task_type",
                            it.taskType(),
                            "task_id",
                            it.taskId())));
  }
}
