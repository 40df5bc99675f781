package io.leasegate.store.memory;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.KillRule;
import io.leasegate.core.grant.RevokedBy;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseAct;
import io.leasegate.core.lease.LeaseActor;
import io.leasegate.core.lease.LeaseChange;
import io.leasegate.core.lease.LeaseDraft;
import io.leasegate.core.lease.LeaseOperations;
import io.leasegate.store.LeaseStore;
import io.leasegate.store.Page;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Leases in memory. */
public final class MemoryLeaseStore implements LeaseStore {

  private final MemoryStore store;

  public MemoryLeaseStore(MemoryStore store) {
    this.store = store;
  }

  @Override
  public Future<Optional<Lease>> openTask(
      Identity identity,
      String id,
      String goal,
      List<String> upstreams,
      Duration total,
      long maxWrites) {
    return store.begin(
        identity.workspace(),
        all -> {
          long now = store.now();
          if (all.liveLeases(identity, now) >= store.bounds().liveGrantsPerAgent()) {
            return Optional.empty();
          }
          LeaseAct act = act(now, LeaseActor.agent(identity.agent()));
          Lease lease =
              LeaseOperations.open(
                      LeaseDraft.task(id, identity, goal, upstreams, total, maxWrites), act)
                  .lease();
          all.put(lease);
          all.audit(LeaseEntries.opened(lease, act), now);
          return Optional.of(lease);
        });
  }

  @Override
  public Future<Optional<LeaseRevoked>> revoke(Identity identity, String leaseId) {
    return store.end(
        identity.workspace(),
        all ->
            all.lease(leaseId)
                .filter(lease -> lease.isHeldBy(identity))
                .flatMap(
                    lease ->
                        end(all, lease, LeaseActor.agent(identity.agent()), Optional.empty())));
  }

  @Override
  public Future<Optional<LeaseRevoked>> revokeByOperator(
      String workspace, String leaseId, Optional<String> reason) {
    return store.end(
        workspace,
        all ->
            all.lease(leaseId)
                .flatMap(lease -> end(all, lease, LeaseActor.operator("operator"), reason)));
  }

  private Optional<LeaseRevoked> end(
      Workspace all, Lease lease, LeaseActor actor, Optional<String> reason) {
    long now = store.now();
    if (!lease.isLive(now)) {
      return Optional.empty();
    }
    // the bound grants first: once the lease has ended they are dead already and cannot be counted
    List<Grant> grants = all.revokeBound(lease.id(), RevokedBy.LEASE, now);
    LeaseAct act = act(now, actor);
    LeaseChange change = LeaseOperations.revoke(lease, OptionalLong.empty(), reason, act);
    if (!(change instanceof LeaseChange.Changed changed)) {
      throw new IllegalStateException("a live lease can be revoked by its holder or an operator");
    }
    all.put(changed.lease());
    all.audit(LeaseEntries.revoked(changed.lease(), act, grants.size()), now);
    GrantEntries.diedWith(lease, grants).forEach(entry -> all.audit(entry, now));
    Identity holder = new Identity(lease.workspace(), lease.holder().identity());
    if (actor.operator()) {
      KillRule.after(changed.lease()).ifPresent(all.agent(holder)::holdBack);
      grants.stream().filter(grant -> !grant.identity().equals(holder)).forEach(all::holdBack);
    }
    all.cancel(
        approval -> approval.lease().filter(it -> it.leaseId().equals(lease.id())).isPresent(),
        "lease_ended",
        now);
    return Optional.of(new LeaseRevoked(changed.lease(), grants.size()));
  }

  private LeaseAct act(long now, LeaseActor actor) {
    return new LeaseAct(now, actor, store.auditId(), Optional.empty());
  }

  @Override
  public Future<Page<Lease>> live(Optional<String> after, int limit) {
    List<Lease> live = new ArrayList<>();
    for (String workspace : store.names()) {
      live.addAll(store.step(workspace, all -> liveOf(all, store.now())));
    }
    return Future.succeededFuture(
        MemoryPage.of(live, Comparator.comparing(Lease::id), Lease::id, after, limit));
  }

  private static List<Lease> liveOf(Workspace all, long now) {
    List<Lease> live = new ArrayList<>();
    for (Lease lease : all.leases()) {
      if (lease.isLive(now)) {
        live.add(lease);
      }
    }
    return live;
  }

  @Override
  public long liveCount() {
    long count = 0;
    for (String workspace : store.names()) {
      count += store.step(workspace, all -> liveOf(all, store.now()).size());
    }
    return count;
  }
}
