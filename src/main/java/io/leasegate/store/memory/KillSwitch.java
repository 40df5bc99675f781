package io.leasegate.store.memory;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.KillRule;
import io.leasegate.core.grant.RevokedBy;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseAct;
import io.leasegate.core.lease.LeaseActor;
import io.leasegate.core.lease.LeaseChange;
import io.leasegate.core.lease.LeaseOperations;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;

/** Takes everything from an agent, or from a whole workspace. Runs inside a step of the store. */
final class KillSwitch {

  private final Supplier<String> auditIds;

  KillSwitch(Supplier<String> auditIds) {
    this.auditIds = auditIds;
  }

  /**
   * Kills.
   *
   * @param agent empty: the whole workspace
   * @return grants that ended
   */
  int kill(Workspace all, Optional<String> agent, long now) {
    List<Identity> victims =
        agent.map(name -> List.of(new Identity(all.name(), name))).orElseGet(all::identities);
    if (agent.isEmpty()) {
      all.killed = true;
    }
    List<Grant> ended = new ArrayList<>();
    int leases = 0;
    for (Identity victim : victims) {
      all.agent(victim).killed |= agent.isPresent();
      for (Grant grant : List.copyOf(all.agent(victim).grants)) {
        ended.addAll(all.revoke(grant, RevokedBy.OPERATOR, now));
      }
      leases += endLeases(all, victim, now);
      all.cancel(approval -> approval.identity().equals(victim), "killed", now);
      all.touch(victim);
    }
    ended.forEach(all::holdBack);
    GrantEntries.killed(ended).forEach(entry -> all.audit(entry, now));
    all.audit(
        entry("killed", agent).with("grants_revoked", ended.size()).with("leases_revoked", leases),
        now);
    return ended.size();
  }

  private static AuditDraft entry(String operation, Optional<String> agent) {
    return agent
        .map(name -> AuditDraft.of(AuditKind.KILL, operation, name))
        .orElseGet(() -> AuditDraft.of(AuditKind.KILL, operation))
        .with("scope", agent.isPresent() ? "agent" : "workspace")
        .with("by", "operator");
  }

  private int endLeases(Workspace all, Identity victim, long now) {
    int ended = 0;
    for (Lease lease : all.held(victim)) {
      if (lease.isLive(now)) {
        LeaseAct act =
            new LeaseAct(now, LeaseActor.operator("operator"), auditIds.get(), Optional.empty());
        if (LeaseOperations.revoke(lease, OptionalLong.empty(), Optional.of("killed"), act)
            instanceof LeaseChange.Changed done) {
          all.put(done.lease());
          all.audit(LeaseEntries.revoked(done.lease(), act, 0), now);
          KillRule.after(done.lease()).ifPresent(all.agent(victim)::holdBack);
          ended++;
        }
      }
    }
    return ended;
  }

  /** Ends a kill; false when there was none. */
  boolean release(Workspace all, Optional<String> agent, long now) {
    boolean was;
    if (agent.isEmpty()) {
      was = all.killed;
      all.killed = false;
      all.identities().forEach(all::touch);
    } else {
      Identity identity = new Identity(all.name(), agent.get());
      was = all.agent(identity).killed;
      all.agent(identity).killed = false;
      all.touch(identity);
    }
    if (was) {
      all.audit(entry("released", agent), now);
    }
    return was;
  }
}
