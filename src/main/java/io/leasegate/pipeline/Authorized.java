package io.leasegate.pipeline;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.grants.AgentView;
import java.util.Optional;

/**
 * A call that may go on.
 *
 * @param key under which it runs at most once
 * @param capability what it needs
 * @param grant the live grant that covers it
 * @param view the agent's records that said so
 */
record Authorized(
    ToolCall call,
    Optional<IdempotencyKey> key,
    Capability capability,
    Grant grant,
    AgentView view) {}
