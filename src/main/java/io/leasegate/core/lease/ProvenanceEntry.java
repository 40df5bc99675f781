package io.leasegate.core.lease;

import java.util.Optional;

/**
 * One change of a lease.
 *
 * @param auditId of its entry in the audit log
 * @param at ms since 1970
 * @param actor the name of who did it
 */
public record ProvenanceEntry(
    String auditId, LeaseOperation operation, long at, String actor, Optional<String> requestId) {}
