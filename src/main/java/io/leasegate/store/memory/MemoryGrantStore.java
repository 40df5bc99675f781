package io.leasegate.store.memory;

import io.leasegate.audit.AuditDraft;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Delegation;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantLiveness;
import io.leasegate.core.grant.GrantRenewal;
import io.leasegate.core.grant.RevokedBy;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.policy.RateLimit;
import io.leasegate.store.AgentRecords;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.GrantStore;
import io.leasegate.store.IssueResult;
import io.leasegate.store.Page;
import io.leasegate.store.RenewResult;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Grants and the kill switch in memory. */
public final class MemoryGrantStore implements GrantStore {

  private final MemoryStore store;
  private final KillSwitch killSwitch;

  public MemoryGrantStore(MemoryStore store) {
    this.store = store;
    this.killSwitch = new KillSwitch(store::auditId);
  }

  @Override
  public Future<AgentRecords> read(Identity identity) {
    return done(store.step(identity.workspace(), all -> all.records(identity, store.now())));
  }

  @Override
  public Future<IssueResult> issue(Identity identity, long revision, GrantDraft draft) {
    return store.begin(
        identity.workspace(),
        all -> {
          long now = store.now();
          AgentRecords records = all.records(identity, now);
          if (records.revision() != revision) {
            return new IssueResult.Changed(records);
          }
          Optional<Lease> lease = draft.lease().flatMap(it -> all.lease(it.leaseId()));
          if (draft.lease().isPresent()
              && (GrantLiveness.leaseRefusal(draft.lease().get(), lease, now).isPresent()
                  || lease.orElseThrow().times().endsAt() - now < 1_000)) {
            // the lease ended between the decision and this step: the next decision says so
            all.touch(identity);
            return new IssueResult.Changed(all.records(identity, now));
          }
          Grant grant = grantOf(all.agent(identity).identity, draft, lease, now);
          return keep(all, now, grant, GrantEntries.issued(grant));
        });
  }

  private static Grant grantOf(
      Identity identity, GrantDraft draft, Optional<Lease> lease, long now) {
    long ttl =
        lease
            .map(bound -> Math.min(draft.ttlMs(), bound.times().endsAt() - now))
            .orElse(draft.ttlMs());
    return Grant.issue(
        draft.id(),
        identity,
        draft.capability(),
        now,
        ttl,
        draft.lease(),
        draft.ruleName(),
        draft.origin());
  }

  private IssueResult keep(Workspace all, long now, Grant grant, AuditDraft entry) {
    int most = store.bounds().liveGrantsPerAgent();
    if (all.liveGrants(grant.identity(), now) >= most) {
      return new IssueResult.Full(most);
    }
    all.put(grant);
    all.audit(entry, now);
    return new IssueResult.Issued(grant);
  }

  @Override
  public Future<IssueResult> delegate(
      Identity giver,
      long revision,
      Identity receiver,
      String id,
      String capability,
      Delegation.Delegable delegable) {
    return store.begin(
        giver.workspace(),
        all -> {
          long now = store.now();
          AgentRecords records = all.records(giver, now);
          if (records.revision() != revision || !all.isLive(delegable.parent(), now)) {
            return new IssueResult.Changed(records);
          }
          CapabilityGlob glob = CapabilityGlob.parse(capability).orThrow();
          long ttl = Math.min(delegable.ttlMs(), delegable.parent().remainingMs(now));
          Grant grant =
              new Delegation.Delegable(delegable.parent(), ttl)
                  .issue(id, all.agent(receiver).identity, glob, now);
          return keep(all, now, grant, GrantEntries.delegated(grant, giver));
        });
  }

  @Override
  public Future<RenewResult> renew(Identity identity, String grantId, long longestTtlMs) {
    return store.begin(
        identity.workspace(),
        all -> {
          long now = store.now();
          Optional<Grant> grant = all.grant(grantId).filter(it -> it.identity().equals(identity));
          if (grant.isEmpty()) {
            return new RenewResult.NotFound();
          }
          GrantRenewal renewal =
              GrantRenewal.renew(
                  grant.get(),
                  grant.get().parentGrantId().flatMap(all::grant),
                  grant.get().lease().flatMap(it -> all.lease(it.leaseId())),
                  longestTtlMs,
                  now);
          if (renewal instanceof GrantRenewal.Renewed renewed) {
            all.put(renewed.grant());
            all.audit(GrantEntries.renewed(renewed.grant()), now);
          }
          return new RenewResult.Judged(renewal);
        });
  }

  @Override
  public Future<OptionalInt> revoke(Identity identity, String grantId) {
    return store.end(
        identity.workspace(),
        all ->
            all.grant(grantId)
                .filter(grant -> grant.identity().equals(identity))
                .map(grant -> revoke(all, grant, RevokedBy.AGENT).size())
                .map(MemoryGrantStore::ended)
                .orElse(OptionalInt.empty()));
  }

  @Override
  public Future<OptionalInt> revokeByOperator(String workspace, String grantId) {
    return store.end(
        workspace,
        all -> {
          // those who had it passed on to them are held back as well: the operator took it from
          // them too
          List<Grant> ended =
              all.grant(grantId)
                  .map(grant -> revoke(all, grant, RevokedBy.OPERATOR))
                  .orElse(List.of());
          ended.forEach(all::holdBack);
          return ended(ended.size());
        });
  }

  private List<Grant> revoke(Workspace all, Grant grant, RevokedBy by) {
    long now = store.now();
    List<Grant> ended = all.revoke(grant, by, now);
    GrantEntries.revoked(grant, by, ended).forEach(entry -> all.audit(entry, now));
    return ended;
  }

  private static OptionalInt ended(int grants) {
    return grants == 0 ? OptionalInt.empty() : OptionalInt.of(grants);
  }

  @Override
  public Future<Integer> kill(String workspace, Optional<String> agent) {
    return store.end(workspace, all -> killSwitch.kill(all, agent, store.now()));
  }

  @Override
  public Future<Boolean> release(String workspace, Optional<String> agent) {
    return store.begin(workspace, all -> killSwitch.release(all, agent, store.now()));
  }

  @Override
  public Future<Boolean> countRequest(Identity identity, boolean explicit, RateLimit limit) {
    return done(
        store.step(
            identity.workspace(),
            all -> {
              Workspace.Agent agent = all.agent(identity);
              RecentTimes seen = explicit ? agent.explicitRequests : agent.implicitRequests;
              long now = store.now();
              seen.forgetUntil(now - limit.window().toMillis());
              if (seen.size() >= limit.count()) {
                return false;
              }
              seen.add(now);
              return true;
            }));
  }

  @Override
  public Future<Page<Grant>> live(Optional<String> after, int limit) {
    List<Grant> live = new ArrayList<>();
    for (String workspace : store.names()) {
      live.addAll(
          store.step(
              workspace,
              all -> {
                long now = store.now();
                return all.identities().stream()
                    .flatMap(identity -> all.agent(identity).grants.stream())
                    .filter(grant -> all.isLive(grant, now))
                    .toList();
              }));
    }
    return done(MemoryPage.of(live, Comparator.comparing(Grant::id), Grant::id, after, limit));
  }

  @Override
  public long liveCount() {
    long count = 0;
    for (String workspace : store.names()) {
      count +=
          store.step(
              workspace,
              all -> {
                long now = store.now();
                return all.identities().stream().mapToLong(it -> all.liveGrants(it, now)).sum();
              });
    }
    return count;
  }

  @Override
  public void onChange(Consumer<Identity> listener) {
    store.onChange(listener);
  }

  @Override
  public void onLost(Consumer<String> listener) {
    // whoever listens to a store in its own process hears of everything
  }

  @Override
  public void onGrant(Consumer<Grant> listener) {
    store.onGrant(listener);
  }

  private static <T> Future<T> done(T value) {
    return Future.succeededFuture(value);
  }
}
