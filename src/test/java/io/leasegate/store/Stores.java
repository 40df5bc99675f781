package io.leasegate.store;

/** The ports of one store, over the same records. */
public record Stores(
    GrantStore grants,
    LeaseStore leases,
    CallStore calls,
    ApprovalStore approvals,
    IdempotencyStore keys,
    AuditLog audit) {}
