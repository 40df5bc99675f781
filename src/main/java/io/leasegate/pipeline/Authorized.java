package io.leasegate.pipeline;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.grant.Grant;
import io.leasegate.grants.AgentView;

/**
 * A call that may go on.
 *
 * @param capability what it needs
 * @param grant the live grant that covers it
 * @param view the agent's records that said so
 */
record Authorized(ToolCall call, Capability capability, Grant grant, AgentView view) {}
