package io.leasegate.grants;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantChoice;
import io.leasegate.core.grant.GrantLiveness;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.AgentRecords;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * One agent's records, ready for calls: globs are compiled once, and which grants cover a
 * capability is decided once. A snapshot that is replaced when the records change; free to share.
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
  private final List<Held> held;
  private final Map<Capability, List<Held>> covering = new ConcurrentHashMap<>();
  private final Map<String, Lease> leases;

  /**
   * @param readAtNanos the monotonic clock from before the records were asked for: what they say
   *     about the rest of a time can only be shorter than that
   * @param globs gives the compiled glob of a text
   */
  AgentView(AgentRecords records, long readAtNanos, Function<String, CapabilityGlob> globs) {
    this.records = records;
    this.readAtNanos = readAtNanos;
    this.held =
        records.grants().stream()
            .sorted(GrantChoice.ORDER)
            .map(grant -> new Held(grant, globs.apply(grant.capability())))
            .toList();
    this.leases = new ConcurrentHashMap<>(records.leases());
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
    leases.computeIfPresent(lease.id(), (id, before) -> lease);
  }

  /** All grants that cover the capability, dead or alive, the best first. */
  public List<Held> covering(Capability capability) {
    List<Held> found = covering.get(capability);
    if (found == null) {
      found = new ArrayList<>();
      for (Held each : held) {
        if (each.glob().matches(capability)) {
          found.add(each);
        }
      }
      found = List.copyOf(found);
      if (covering.size() < REMEMBERED) {
        covering.put(capability, found);
      }
    }
    return found;
  }

  /** Live grants that cover what is requested, the best first. */
  public List<Grant> liveCovering(CapabilityGlob request, long now) {
    return held.stream()
        .filter(each -> isLive(each.grant(), now) && each.glob().covers(request))
        .map(Held::grant)
        .toList();
  }

  /** The agent's live grants, the best first. */
  public List<Grant> live(long now) {
    return held.stream().map(Held::grant).filter(grant -> isLive(grant, now)).toList();
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
