package io.leasegate.store.memory;

import io.leasegate.audit.AuditDraft;
import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantLiveness;
import io.leasegate.core.grant.ImplicitGrantRule;
import io.leasegate.core.grant.KillRule;
import io.leasegate.core.grant.RevokedBy;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseOperations;
import io.leasegate.core.table.KeyedTable;
import io.leasegate.store.AgentRecords;
import io.leasegate.store.Approval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The records of one workspace. Only touched inside a step of its store. */
final class Workspace {

  /** What is kept of one agent. There may be very many: what most never need is made when used. */
  static final class Agent {
    /** The one that all its grants share. */
    final Identity identity;

    long revision;
    boolean killed;

    /** Oldest first. */
    final List<Grant> grants = new ArrayList<>(1);

    List<String> leases = List.of();
    List<KillRule> killRules = List.of();
    @Nullable AgentKeys keys;
    final RecentTimes explicitRequests = new RecentTimes();
    final RecentTimes implicitRequests = new RecentTimes();

    Agent(Identity identity) {
      this.identity = identity;
    }

    void holdBack(KillRule rule) {
      killRules = with(killRules, rule);
    }

    private static <T> List<T> with(List<T> list, T item) {
      List<T> longer = list.isEmpty() ? new ArrayList<>(1) : list;
      longer.add(item);
      return longer;
    }
  }

  private final String name;
  private final MemoryStore.Bounds bounds;
  private final Map<Identity, Agent> agents = new HashMap<>();
  private final KeyedTable<Grant> grants = new KeyedTable<>(Grant::id);
  private final Map<String, Lease> leases = new LinkedHashMap<>();
  private final Map<String, Set<String>> grantsByLease = new HashMap<>();
  private final Map<String, Set<String>> children = new HashMap<>();
  private Changes changes = new Changes();
  private final WorkspaceAudit audit = new WorkspaceAudit();
  final Map<String, Approval> approvals = new LinkedHashMap<>();
  final KeyedAgents keyedAgents = new KeyedAgents();

  /** Calls without a key that were claimed and not settled: the lease that pays, if any. */
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
    return agents.computeIfAbsent(identity, Agent::new);
  }

  /** What the keys of an agent remember. */
  AgentKeys keys(Identity identity) {
    return keyedAgents.of(agent(identity));
  }

  boolean isKilled(Identity identity) {
    return killed || agent(identity).killed;
  }

  /** Whether anything is kept of the agent. */
  boolean knows(Identity identity) {
    return agents.containsKey(identity);
  }

  /** All agents that anything is kept of. */
  List<Identity> identities() {
    return List.copyOf(agents.keySet());
  }

  /** What the step has changed. */
  static final class Changes {
    static final Changes NONE = new Changes();

    final Set<Identity> agents = new LinkedHashSet<>(4);

    /** As they are now, in the order of the changes. */
    final List<Grant> grants = new ArrayList<>(4);

    /** Keys whose execution has ended. */
    final List<EndedKey> ended = new ArrayList<>(1);
  }

  /** A key whose execution has ended. */
  record EndedKey(Identity identity, IdempotencyKey key) {}

  Changes takeChanges() {
    if (changes.agents.isEmpty() && changes.ended.isEmpty()) {
      return Changes.NONE;
    }
    Changes taken = changes;
    changes = new Changes();
    return taken;
  }

  /** The agent's records have become others. */
  void touch(Identity identity) {
    agent(identity).revision++;
    changes.agents.add(identity);
  }

  Optional<Grant> grant(String id) {
    return Optional.ofNullable(grants.get(id));
  }

  Optional<Lease> lease(String id) {
    return Optional.ofNullable(leases.get(id));
  }

  /** The leases of one agent, in the order in which they began. */
  List<Lease> held(Identity identity) {
    Agent agent = agents.get(identity);
    return agent == null || agent.leases.isEmpty()
        ? List.of()
        : agent.leases.stream().flatMap(id -> lease(id).stream()).toList();
  }

  Iterable<Lease> leases() {
    return leases.values();
  }

  /** Keeps a grant, new or in place of the one before. */
  void put(Grant grant) {
    Grant before = grants.put(grant);
    List<Grant> own = agent(grant.identity()).grants;
    if (before == null) {
      own.add(grant);
    } else {
      own.set(position(own, before), grant);
    }
    changes.grants.add(grant);
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

  @SuppressWarnings("ReferenceEquality") // the very one that the index gave
  private static int position(List<Grant> grants, Grant wanted) {
    int at = 0;
    while (grants.get(at) != wanted) {
      at++;
    }
    return at;
  }

  /** Keeps a lease whose change others can see. */
  void put(Lease lease) {
    Identity holder = holder(lease);
    Agent agent = agent(holder);
    if (leases.put(lease.id(), lease) == null) {
      agent.leases = Agent.with(agent.leases, lease.id());
    }
    touch(holder);
  }

  /** Keeps a lease of which only writes were counted. */
  void count(Lease lease) {
    leases.put(lease.id(), lease);
  }

  private static Identity holder(Lease lease) {
    return new Identity(lease.workspace(), lease.holder().identity());
  }

  boolean isLive(Grant grant, long now) {
    if (!grant.isLive(now) || (grant.lease().isEmpty() && grant.parentGrantId().isEmpty())) {
      return grant.isLive(now);
    }
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
    agent(revoked.identity()).holdBack(KillRule.after(revoked));
    touch(revoked.identity());
  }

  /**
   * Cancels the open approvals of that kind.
   *
   * @param why in one word, for the audit
   */
  void cancel(Predicate<Approval> which, String why, long now) {
    for (Map.Entry<String, Approval> entry : approvals.entrySet()) {
      Approval approval = entry.getValue();
      if (which.test(approval) && approval.statusAt(now) == Approval.Status.PENDING) {
        entry.setValue(approval.decided(Approval.Status.CANCELLED, Optional.empty()));
        audit(ApprovalEntries.cancelled(approval, why), now);
      }
    }
  }

  AgentRecords records(Identity identity, long now) {
    // also one without records is kept: whoever was read hears of the workspace's kill switch
    Agent agent = agent(identity);
    prune(identity, agent, now);
    List<Grant> grants = List.copyOf(agent.grants);
    Map<String, Grant> parents = new HashMap<>();
    for (Grant grant : grants) {
      if (grant.parentGrantId().isPresent()) {
        grant(grant.parentGrantId().get()).ifPresent(parent -> parents.put(parent.id(), parent));
      }
    }
    return new AgentRecords(
        agent.identity,
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
    for (Lease lease : held(identity)) {
      found.put(lease.id(), lease);
    }
    return found;
  }

  /** Forgets what decides nothing any more. */
  private void prune(Identity identity, Agent agent, long now) {
    if (!agent.killRules.isEmpty()) {
      agent.killRules.removeIf(rule -> now >= rule.until());
    }
    long horizon = now - ImplicitGrantRule.MEMORY_MS;
    int ended = 0;
    for (Grant grant : agent.grants) {
      ended += isLive(grant, now) ? 0 : 1;
    }
    if (ended > 0) {
      pruneEnded(agent, ended - bounds.liveGrantsPerAgent(), horizon, now);
    }
    if (!agent.leases.isEmpty()) {
      pruneLeases(identity, horizon, now);
    }
  }

  /** Forgets those above the bound that ended first, and those that ended too long ago. */
  private void pruneEnded(Agent agent, int surplus, long horizon, long now) {
    List<Grant> ended = new ArrayList<>();
    for (Grant grant : agent.grants) {
      if (!isLive(grant, now)) {
        ended.add(grant);
      }
    }
    ended.sort(Comparator.comparingLong(Workspace::endedAt));
    int gone = Math.max(0, surplus);
    while (gone < ended.size() && endedAt(ended.get(gone)) < horizon) {
      gone++;
    }
    if (gone > 0) {
      List<Grant> unwanted = ended.subList(0, gone);
      unwanted.forEach(this::forget);
      agent.grants.removeIf(grant -> grants.get(grant.id()) == null);
    }
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
    grants.remove(grant.id());
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
  int liveGrants(Identity identity, long now) {
    int live = 0;
    for (Grant grant : agent(identity).grants) {
      live += isLive(grant, now) ? 1 : 0;
    }
    return live;
  }

  long liveLeases(Identity identity, long now) {
    return held(identity).stream().filter(lease -> lease.isLive(now)).count();
  }

  /** The execution of a key has ended. */
  void ended(Identity identity, IdempotencyKey key) {
    changes.ended.add(new EndedKey(identity, key));
  }

  /** Gives a write back; the lease as it is then. */
  Optional<Lease> refund(Optional<String> payer) {
    Optional<Lease> refunded = payer.flatMap(this::lease).map(LeaseOperations::refundWrite);
    refunded.ifPresent(this::count);
    return refunded;
  }

  WorkspaceAudit audit() {
    return audit;
  }

  /** Writes down what this step does. */
  void audit(AuditDraft entry, long now) {
    audit.append(entry, now);
  }
}
