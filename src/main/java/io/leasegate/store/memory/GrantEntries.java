package io.leasegate.store.memory;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.audit.AuditTime;
import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.grant.RevokedBy;
import io.leasegate.core.lease.Lease;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** What the audit says of changes of grants. */
final class GrantEntries {

  /** Grants that one entry names; it counts all of them. */
  private static final int MOST_NAMED = 1_000;

  private GrantEntries() {}

  static AuditDraft issued(Grant grant) {
    return of("issued", grant)
        .with("origin", grant.origin().wireName())
        .with("rule", grant.ruleName())
        .with("ttl_ms", grant.originalTtlMs());
  }

  static AuditDraft delegated(Grant grant, Identity giver) {
    return of("delegated", grant)
        .with("from", giver.agent())
        .with("origin", grant.origin().wireName())
        .with("rule", grant.ruleName())
        .with("ttl_ms", grant.originalTtlMs());
  }

  static AuditDraft renewed(Grant grant) {
    return of("renewed", grant).with("ttl_ms", grant.expiresAt() - grant.windowStart());
  }

  private static AuditDraft of(String operation, Grant grant) {
    return AuditDraft.of(AuditKind.GRANT, operation, grant.identity().agent())
        .with("grant_id", grant.id())
        .with("capability", grant.capability())
        .with("expires_at", AuditTime.of(grant.expiresAt()))
        .with("lease_id", grant.lease().map(LeaseBinding::leaseId))
        .with("parent_grant_id", grant.parentGrantId());
  }

  /** One grant was ended, and with it what was delegated from it. */
  static List<AuditDraft> revoked(Grant root, RevokedBy by, List<Grant> ended) {
    return perAgent(
        ended,
        entry ->
            entry
                .with("by", by.wireName())
                .with("grant_id", root.id())
                .with("capability", root.capability()));
  }

  /** A lease was ended, and with it the grants that were bound to it. */
  static List<AuditDraft> diedWith(Lease lease, List<Grant> ended) {
    return perAgent(
        ended, entry -> entry.with("by", RevokedBy.LEASE.wireName()).with("lease_id", lease.id()));
  }

  /** All that they had was taken from them. */
  static List<AuditDraft> killed(List<Grant> ended) {
    return perAgent(ended, entry -> entry.with("by", "kill"));
  }

  /** An entry for each agent that lost something. */
  private static List<AuditDraft> perAgent(List<Grant> ended, Consumer<AuditDraft> more) {
    Map<String, List<String>> lost = new LinkedHashMap<>();
    for (Grant grant : ended) {
      lost.computeIfAbsent(grant.identity().agent(), it -> new ArrayList<>()).add(grant.id());
    }
    return lost.entrySet().stream()
        .map(
            agent -> {
              List<String> ids = agent.getValue();
              AuditDraft entry =
                  AuditDraft.of(AuditKind.GRANT, "revoked", agent.getKey())
                      .with("grants_revoked", ids.size())
                      .with(
                          "revoked", List.copyOf(ids.subList(0, Math.min(MOST_NAMED, ids.size()))));
              more.accept(entry);
              return entry;
            })
        .toList();
  }
}
