package io.leasegate.core.notice;

import java.util.Optional;

/**
 * What an agent is told.
 *
 * @param grantId of the grant that the call used
 * @param capability of that grant, glob text
 * @param expiresInS whole seconds until it expires, rounded down, 0 or more
 * @param hint one line that says what to do
 * @param lease when the lease that the grant is bound to runs short of time or writes
 */
public record Notice(
    String grantId,
    String capability,
    long expiresInS,
    boolean renewable,
    String hint,
    Optional<LeaseNotice> lease) {}
