package io.leasegate.store;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.KillRule;
import io.leasegate.core.lease.Lease;
import java.util.List;
import java.util.Map;

/**
 * What the store knows of one agent at one moment: all that a decision about it needs. Immutable.
 *
 * @param revision another number after each change of grants, leases or the kill switch; counting
 *     writes is no such change
 * @param storeNow the store's clock when this was read, ms since 1970
 * @param killed whether the agent or its workspace is killed
 * @param grants the agent's: live ones, and ended ones while they still decide anything
 * @param parents of its delegated grants, by id
 * @param leases of the agent, and those that its grants are bound to, by id
 */
public record AgentRecords(
    Identity identity,
    long revision,
    long storeNow,
    boolean killed,
    List<Grant> grants,
    Map<String, Grant> parents,
    Map<String, Lease> leases,
    List<KillRule> killRules) {

  public AgentRecords {
    grants = List.copyOf(grants);
    parents = Map.copyOf(parents);
    leases = Map.copyOf(leases);
    killRules = List.copyOf(killRules);
  }
}
