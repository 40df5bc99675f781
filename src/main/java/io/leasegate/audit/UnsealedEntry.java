package io.leasegate.audit;

import java.util.Optional;

/**
 * An entry as the step appended it.
 *
 * @param sequence from 1 without gaps in its workspace
 * @param at ms since 1970, by the store's clock
 * @param agent whom it is about, one text for all entries about the same agent
 */
public record UnsealedEntry(long sequence, long at, Optional<String> agent, AuditDraft draft) {}
