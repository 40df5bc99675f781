package io.leasegate.store;

import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.LeaseBinding;
import java.util.Optional;

/**
 * A grant that was decided and is to be issued.
 *
 * @param id new and unguessable
 * @param ttlMs as decided; the store shortens it to the end of the lease
 */
public record GrantDraft(
    String id,
    CapabilityGlob capability,
    long ttlMs,
    Optional<LeaseBinding> lease,
    String ruleName,
    GrantOrigin origin) {}
