package io.leasegate.management;

import io.leasegate.core.capability.NameGlob;
import io.leasegate.core.policy.Policy;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.GrantIssuer;
import io.leasegate.store.ApprovalStore;
import io.leasegate.store.AuditLog;
import io.leasegate.store.GrantStore;
import io.leasegate.store.LeaseStore;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.catalogue.Catalogue;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Everything that the gateway's own tools need, and the tools made of it.
 *
 * @param ids unguessable
 * @param longestLease the longest task lease, whatever a policy says
 * @param listed globs over the tool names that are listed; the others stay callable
 */
public record ManagementToolSet(
    GrantIssuer issuer,
    GrantStore grants,
    LeaseStore leases,
    ApprovalStore approvals,
    AuditLog audit,
    GrantCache cache,
    Supplier<Policy> policy,
    Supplier<Catalogue> catalogue,
    Supplier<List<Upstream>> upstreams,
    Supplier<Set<String>> upstreamNames,
    Supplier<String> ids,
    Duration longestLease,
    List<String> listed) {

  public ManagementTools make() {
    List<ManagementTool> all =
        Stream.of(
                new GrantTools(issuer, grants, leases, cache, policy, ids).tools(),
                new LeaseTools(leases, cache, policy, upstreamNames, ids, longestLease).tools(),
                new PolicyTools(cache, policy, catalogue, upstreams).tools(),
                new RecallTools(audit, approvals, cache).tools())
            .flatMap(List::stream)
            .toList();
    return new ManagementTools(
        all, listed.stream().flatMap(glob -> NameGlob.parse(glob).toOptional().stream()).toList());
  }
}
