package io.leasegate.core.lease;

import java.util.Optional;

/**
 * The circumstances of one change: what an atomic step knows and the rules do not make up.
 *
 * @param now ms since 1970, by the store's clock
 * @param auditId of the entry that the step writes
 * @param requestId the caller's, where it sent one
 */
public record LeaseAct(long now, LeaseActor actor, String auditId, Optional<String> requestId) {

  ProvenanceEntry entry(LeaseOperation operation) {
    return new ProvenanceEntry(auditId, operation, now, actor.name(), requestId);
  }
}
