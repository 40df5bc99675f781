package io.leasegate.core.notice;

import java.util.OptionalLong;

/**
 * The part of a notice about a lease that runs short.
 *
 * @param remainingS whole seconds until its end, rounded down
 * @param writesLeft empty: not limited
 */
public record LeaseNotice(String leaseId, long remainingS, OptionalLong writesLeft) {}
