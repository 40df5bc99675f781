package io.leasegate.audit;

import java.util.Optional;

/**
 * A sealed entry.
 *
 * @param sequence from 1 without gaps in its workspace
 * @param at ms since 1970, by the store's clock
 * @param agent whom it is about
 * @param json the whole entry as a JSON object, its {@code hash} included
 * @param hash 64 lower-case hexadecimal digits
 */
public record AuditEntry(
    long sequence,
    long at,
    AuditKind kind,
    String operation,
    Optional<String> agent,
    String json,
    String hash) {}
