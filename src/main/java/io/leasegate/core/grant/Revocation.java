package io.leasegate.core.grant;

/**
 * The end of a grant before its time.
 *
 * @param at ms since 1970
 */
public record Revocation(RevokedBy by, long at) {}
