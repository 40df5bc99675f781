package io.leasegate.grants;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantChoice;
import io.leasegate.core.grant.GrantLiveness;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.AgentRecords;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * One agent's records, ready for calls: which grants cover a capability is decided once. A snapshot
 * that is replaced when the records change; free to share. Kept small, for there may be very many.
 *
 * <p>Only the write counts of leases move within a view: they decide about notices, never about
 * calls.
 */
public final class AgentView {

  /** Capabilities whose covering grants are remembered; beyond it they are found anew. */
  private static final int REMEMBERED = 4096;

  /** A grant with its glob compiled. */
  public record Held(Grant grant, CapabilityGlob glob) {}

  private final AgentRecords records;
  private final long readAtNanos;
  private final CompiledGlobs globs;
  private final List<Grant> grants;
  private final Map<String, Lease> leases;
  private volatile @Nullable Map<Capability, List<Held>> covering;

  /**
   * @param readAtNanos the monotonic clock from before the records were asked for: what they say
   *     about the rest of a time can only be shorter than that
   * @param globs gives the compiled glob of a text
   */
  AgentView(AgentRecords records, long readAtNanos, CompiledGlobs globs) {
    this.records = records;
    this.readAtNanos = readAtNanos;
    this.globs = globs;
    this.grants = bestFirst(records.grants());
    this.leases = records.leases().isEmpty() ? Map.of() : new ConcurrentHashMap<>(records.leases());
  }

  private static List<Grant> bestFirst(List<Grant> grants) {
    Grant[] sorted = grants.toArray(new Grant[0]);
    Arrays.sort(sorted, GrantChoice.ORDER);
    return Arrays.asList(sorted);
  }

  public AgentRecords records() {
    return records;
  }

  /** The store's time at a monotonic time, ms since 1970. */
  public long storeTime(long nanos) {
    return records.storeNow() + Math.floorDiv(nanos - readAtNanos, 1_000_000L);
  }

  /** The lease as it was last heard of. */
  public @Nullable Lease lease(String id) {
    return leases.get(id);
  }

  /** Takes what a step of the store said about a lease. */
  public void heard(Lease lease) {
    if (!leases.isEmpty()) {
      leases.computeIfPresent(lease.id(), (id, before) -> lease);
    }
  }

  /** All grants that cover the capability, dead or alive, the best first. */
  public List<Held> covering(Capability capability) {
    Map<Capability, List<Held>> known = covering;
    if (known == null) {
      known = new ConcurrentHashMap<>(4);
      covering = known; // of two at once one is lost, and found again
    }
    List<Held> found = known.get(capability);
    if (found == null) {
      found = findCovering(capability);
      if (known.size() < REMEMBERED) {
        known.put(capability, found);
      }
    }
    return found;
  }

  private List<Held> findCovering(Capability capability) {
    List<Held> found = new ArrayList<>();
    for (Grant grant : grants) {
      if (CapabilityGlob.mayMatch(grant.capability(), capability)) {
        CapabilityGlob glob = globs.of(grant.capability());
        if (glob.matches(capability)) {
          found.add(new Held(grant, glob));
        }
      }
    }
    return List.copyOf(found);
  }

  /** Live grants that cover what is requested, the best first. */
  public List<Grant> liveCovering(CapabilityGlob request, long now) {
    List<Grant> found = new ArrayList<>();
    for (Grant grant : grants) {
      if (CapabilityGlob.mayCover(grant.capability(), request)
          && isLive(grant, now)
          && globs.of(grant.capability()).covers(request)) {
        found.add(grant);
      }
    }
    return found;
  }

  /** The agent's live grants, the best first. */
  public List<Grant> live(long now) {
    return grants.stream().filter(grant -> isLive(grant, now)).toList();
  }

  /** The grant as it is in this view, dead or alive. */
  public Optional<Grant> find(String grantId) {
    for (Grant grant : grants) {
      if (grant.id().equals(grantId)) {
        return Optional.of(grant);
      }
    }
    return Optional.empty();
  }

  /** Whether the grant lives, and all that it depends on. */
  public boolean isLive(Grant grant, long now) {
    if (!grant.isLive(now)) {
      return false;
    }
    return (grant.lease().isEmpty() && grant.parentGrantId().isEmpty())
        || GrantLiveness.refusal(grant, parentOf(grant), leaseOf(grant), now).isEmpty();
  }

  private Optional<Grant> parentOf(Grant grant) {
    return grant.parentGrantId().map(id -> records.parents().get(id));
  }

  /** The lease that a grant is bound to, as it was last heard of. */
  public Optional<Lease> leaseOf(Grant grant) {
    return grant.lease().map(binding -> leases.get(binding.leaseId()));
  }
}
