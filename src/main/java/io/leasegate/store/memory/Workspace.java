package io.leasegate.store.memory;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantLiveness;
import io.leasegate.core.grant.ImplicitGrantRule;
import io.leasegate.core.grant.KillRule;
import io.leasegate.core.grant.RevokedBy;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.AgentRecords;
import io.leasegate.store.Approval;
import io.leasegate.store.CallStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/** The records of one workspace. Only touched inside a step of its store. */
final class Workspace {

  /** What is kept of one agent beside the records that others share. */
  static final class Agent {
    long revision;
    boolean killed;
    final Map<String, Grant> grants = new LinkedHashMap<>();
    final Set<String> leases = new LinkedHashSet<>();
    final List<KillRule> killRules = new ArrayList<>();
    final Deque<Long> explicitRequests = new ArrayDeque<>();
    final Deque<Long> implicitRequests = new ArrayDeque<>();
  }

  private final String name;
  private final MemoryStore.Bounds bounds;
  private final Map<Identity, Agent> agents = new HashMap<>();
  private final Map<String, Identity> owners = new HashMap<>();
  private final Map<String, Lease> leases = new LinkedHashMap<>();
  private final Map<String, Set<String>> grantsByLease = new HashMap<>();
  private final Map<String, Set<String>> children = new HashMap<>();
  private Set<Identity> changed = new LinkedHashSet<>();
  final Map<String, Approval> approvals = new LinkedHashMap<>();

  /** Writes that were claimed and not settled: the lease that pays, if any. */
  final Map<String, Optional<String>> claims = new HashMap<>();

  boolean killed;

  Workspace(String name, MemoryStore.Bounds bounds) {
    this.name = name;
    this.bounds = bounds;
  }

  String name() {
    return name;
  }

  Agent agent(Identity identity) {
    return agents.computeIfAbsent(identity, key -> new Agent());
  }

  boolean isKilled(Identity identity) {
    return killed || agent(identity).killed;
  }

  /** All agents that anything is kept of. */
  List<Identity> identities() {
    return List.copyOf(agents.keySet());
  }

  List<Identity> takeChanged() {
    if (changed.isEmpty()) {
      return List.of();
    }
    List<Identity> taken = List.copyOf(changed);
    changed = new LinkedHashSet<>();
    return taken;
  }

  /** The agent's records have become others. */
  void touch(Identity identity) {
    agent(identity).revision++;
    changed.add(identity);
  }

  Optional<Grant> grant(String id) {
    Identity owner = owners.get(id);
    return owner == null ? Optional.empty() : Optional.ofNullable(agent(owner).grants.get(id));
  }

  Optional<Lease> lease(String id) {
    return Optional.ofNullable(leases.get(id));
  }

  /** The leases of one agent, in the order in which they began. */
  List<Lease> held(Identity identity) {
    return agent(identity).leases.stream().flatMap(id -> lease(id).stream()).toList();
  }

  Iterable<Lease> leases() {
    return leases.values();
  }

  /** Keeps a grant, new or in place of the one before. */
  void put(Grant grant) {
    agent(grant.identity()).grants.put(grant.id(), grant);
    owners.put(grant.id(), grant.identity());
    grant
        .lease()
        .ifPresent(
            lease ->
                grantsByLease
                    .computeIfAbsent(lease.leaseId(), key -> new LinkedHashSet<>())
                    .add(grant.id()));
    grant
        .parentGrantId()
        .ifPresent(
            parent ->
                children.computeIfAbsent(parent, key -> new LinkedHashSet<>()).add(grant.id()));
    touch(grant.identity());
  }

  /** Keeps a lease whose change others can see. */
  void put(Lease lease) {
    leases.put(lease.id(), lease);
    agent(holder(lease)).leases.add(lease.id());
    touch(holder(lease));
  }

  /** Keeps a lease of which only writes were counted. */
  void count(Lease lease) {
    leases.put(lease.id(), lease);
  }

  private static Identity holder(Lease lease) {
    return new Identity(lease.workspace(), lease.holder().identity());
  }

  boolean isLive(Grant grant, long now) {
    return GrantLiveness.refusal(
            grant,
            grant.parentGrantId().flatMap(this::grant),
            grant.lease().flatMap(binding -> lease(binding.leaseId())),
            now)
        .isEmpty();
  }

  /** Ends a live grant and what was delegated from it; gives all that ended. */
  List<Grant> revoke(Grant grant, RevokedBy by, long now) {
    if (!isLive(grant, now)) {
      return List.of();
    }
    List<Grant> ended = new ArrayList<>();
    for (String child : List.copyOf(children.getOrDefault(grant.id(), Set.of()))) {
      grant(child).ifPresent(delegated -> ended.addAll(revoke(delegated, by, now)));
    }
    Grant revoked = grant.revoked(by, now);
    put(revoked);
    ended.add(revoked);
    return ended;
  }

  /** Ends the live grants that are bound to a lease; gives all that ended. */
  List<Grant> revokeBound(String leaseId, RevokedBy by, long now) {
    List<Grant> ended = new ArrayList<>();
    for (String id : List.copyOf(grantsByLease.getOrDefault(leaseId, Set.of()))) {
      grant(id).ifPresent(bound -> ended.addAll(revoke(bound, by, now)));
    }
    return ended;
  }

  /** From now on nothing of what the grant covered is granted without a human. */
  void holdBack(Grant revoked) {
    agent(revoked.identity()).killRules.add(KillRule.after(revoked));
    touch(revoked.identity());
  }

  /** Cancels the open approvals of that kind. */
  void cancel(Predicate<Approval> which, long now) {
    approvals.replaceAll(
        (id, approval) ->
            which.test(approval) && approval.statusAt(now) == Approval.Status.PENDING
                ? approval.decided(Approval.Status.CANCELLED, Optional.empty())
                : approval);
  }

  AgentRecords records(Identity identity, long now) {
    // also one without records is kept: whoever was read hears of the workspace's kill switch
    Agent agent = agent(identity);
    prune(identity, agent, now);
    List<Grant> grants = List.copyOf(agent.grants.values());
    Map<String, Grant> parents = new HashMap<>();
    for (Grant grant : grants) {
      grant
          .parentGrantId()
          .flatMap(this::grant)
          .ifPresent(parent -> parents.put(parent.id(), parent));
    }
    return new AgentRecords(
        identity,
        agent.revision,
        now,
        isKilled(identity),
        grants,
        parents,
        leasesOf(identity, grants),
        agent.killRules);
  }

  private Map<String, Lease> leasesOf(Identity identity, List<Grant> grants) {
    Map<String, Lease> found = new HashMap<>();
    for (Grant grant : grants) {
      grant
          .lease()
          .flatMap(binding -> lease(binding.leaseId()))
          .ifPresent(lease -> found.put(lease.id(), lease));
    }
    held(identity).forEach(lease -> found.put(lease.id(), lease));
    return found;
  }

  /** Forgets what decides nothing any more. */
  private void prune(Identity identity, Agent agent, long now) {
    agent.killRules.removeIf(rule -> now >= rule.until());
    long horizon = now - ImplicitGrantRule.MEMORY_MS;
    List<Grant> ended =
        agent.grants.values().stream()
            .filter(grant -> !isLive(grant, now))
            .sorted(Comparator.comparingLong(Workspace::endedAt))
            .toList();
    int surplus = ended.size() - bounds.liveGrantsPerAgent();
    for (int i = 0; i < ended.size(); i++) {
      Grant grant = ended.get(i);
      if (i < surplus || endedAt(grant) < horizon) {
        forget(grant);
      }
    }
    pruneLeases(identity, horizon, now);
  }

  private static long endedAt(Grant grant) {
    return grant
        .revocation()
        .map(end -> Math.min(end.at(), grant.expiresAt()))
        .orElse(grant.expiresAt());
  }

  /** Opening and revoking in a loop must not fill the memory: of ended leases the newest stay. */
  private void pruneLeases(Identity identity, long horizon, long now) {
    List<Lease> ended =
        held(identity).stream()
            .filter(lease -> !lease.isLive(now))
            .sorted(Comparator.comparingLong(Lease::liveUntil))
            .toList();
    int surplus = Math.max(0, ended.size() - bounds.liveGrantsPerAgent());
    for (int i = 0; i < ended.size(); i++) {
      Lease lease = ended.get(i);
      if (i < surplus || lease.times().endsAt() < horizon) {
        leases.remove(lease.id());
        agent(identity).leases.remove(lease.id());
      }
    }
  }

  private void forget(Grant grant) {
    agent(grant.identity()).grants.remove(grant.id());
    owners.remove(grant.id());
    children.remove(grant.id());
    grant.parentGrantId().ifPresent(parent -> discard(children, parent, grant.id()));
    grant.lease().ifPresent(lease -> discard(grantsByLease, lease.leaseId(), grant.id()));
  }

  private static void discard(Map<String, Set<String>> index, String key, String value) {
    Set<String> values = index.get(key);
    if (values != null && values.remove(value) && values.isEmpty()) {
      index.remove(key);
    }
  }

  /** Live grants of an agent. */
  long liveGrants(Identity identity, long now) {
    return agent(identity).grants.values().stream().filter(grant -> isLive(grant, now)).count();
  }

  long liveLeases(Identity identity, long now) {
    return held(identity).stream().filter(lease -> lease.isLive(now)).count();
  }

  /** The claim that an attempt made, if it is not settled; it is gone afterwards. */
  Optional<Optional<String>> takeClaim(CallStore.Claim claim) {
    return Optional.ofNullable(claims.remove(claim.attempt()));
  }
}
