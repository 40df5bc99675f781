package io.leasegate.store.memory;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.audit.AuditTime;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.store.Approval;

/** What the audit says of approvals. */
final class ApprovalEntries {

  private ApprovalEntries() {}

  static AuditDraft requested(Approval approval) {
    return of("requested", approval)
        .with("ttl_ms", approval.ttlMs())
        .with("rule", approval.ruleName())
        .with("reason", approval.reason())
        .with("expires_at", AuditTime.of(approval.expiresAt()))
        .with("lease_id", approval.lease().map(LeaseBinding::leaseId));
  }

  static AuditDraft approved(Approval approval, String grantId) {
    return of("approved", approval).with("by", "operator").with("grant_id", grantId);
  }

  static AuditDraft denied(Approval approval) {
    return of("denied", approval).with("by", "operator");
  }

  /**
   * It can not be decided any more.
   *
   * @param why {@code lease_ended} or {@code killed}
   */
  static AuditDraft cancelled(Approval approval, String why) {
    return of("cancelled", approval).with("because", why);
  }

  private static AuditDraft of(String operation, Approval approval) {
    return AuditDraft.of(AuditKind.APPROVAL, operation, approval.identity().agent())
        .with("approval_id", approval.id())
        .with("capability", approval.capability());
  }
}
