package io.leasegate.core.lease;

import io.leasegate.core.call.Identity;
import java.util.List;
import java.util.Optional;

/**
 * The one record behind every kind of ownership. Immutable; {@link LeaseOperations} makes the next
 * one of it.
 *
 * @param id new at open, acquire and adopt
 * @param taskClass the name of the class that the terms come from
 * @param resource what it excludes others from; empty for a task lease
 * @param budget empty: writes are not limited
 * @param generation the fencing token, 1 or more: grows with every change of ownership of the
 *     resource and is never reused
 * @param version 1 or more: grows by one with every change of the record. Counting writes is no
 *     such change
 * @param end empty while the stored state is active
 * @param missing names of what an imported record lacks; while there are any, the values of those
 *     mean nothing and nobody changes the record
 */
public record Lease(
    String workspace,
    String id,
    LeaseFace face,
    String taskClass,
    Optional<LeaseResource> resource,
    LeaseHolder holder,
    LeaseArtifacts artifacts,
    LeaseScope scope,
    Optional<WriteBudget> budget,
    LeaseTimes times,
    LeaseTerms terms,
    long generation,
    long version,
    Optional<LeaseEnd> end,
    List<String> missing,
    Provenance provenance) {

  /** The version of the record's form. */
  public static final int SCHEMA = 1;

  public Lease {
    missing = List.copyOf(missing);
    if (generation < 1 || version < 1) {
      throw new IllegalArgumentException("generation and version count from 1");
    }
  }

  public LeaseState state() {
    return end.map(LeaseEnd::state).orElse(LeaseState.ACTIVE);
  }

  public LeaseStatus status(long now) {
    return LeaseStatus.of(this, now);
  }

  /** Live while {@code now < expires_at} and nothing ended it; a stale lease is live. */
  public boolean isLive(long now) {
    return now < times.expiresAt() && end.isEmpty() && missing.isEmpty();
  }

  /** Milliseconds until the expiry; 0 when not live. */
  public long validForMs(long now) {
    return isLive(now) ? times.expiresAt() - now : 0;
  }

  /**
   * When the lease stops or stopped being live: the time of its end, or its expiry where that is or
   * was earlier. Not later than its record says now; a heartbeat can still move the expiry.
   */
  public long liveUntil() {
    return end.map(ended -> Math.min(ended.at(), times.expiresAt())).orElse(times.expiresAt());
  }

  /** {@code last_heartbeat_at + missed_heartbeat_grace}; the expiry where there is no heartbeat. */
  public long staleAt() {
    return terms.hasHeartbeats()
        ? times.lastHeartbeatAt() + terms.missedHeartbeatGrace().toMillis()
        : times.expiresAt();
  }

  /** {@code max(expires_at, stale_at)}. */
  public long reclaimableAt() {
    return Math.max(times.expiresAt(), staleAt());
  }

  public boolean isHeldBy(Identity agent) {
    return workspace.equals(agent.workspace()) && holder.identity().equals(agent.agent());
  }

  /** Whether calls of the upstream are within the scope; no upstreams named: all are. */
  public boolean covers(String upstream) {
    return scope.covers(upstream);
  }

  /** The same with its writes counted anew, which is no change of the record. */
  public Lease withBudget(WriteBudget changed) {
    return with(Optional.of(changed), version, end, provenance);
  }

  Lease ended(LeaseEnd with, ProvenanceEntry entry) {
    return with(budget, version + 1, Optional.of(with), provenance.plus(entry));
  }

  private Lease with(
      Optional<WriteBudget> budget, long version, Optional<LeaseEnd> end, Provenance provenance) {
    return new Lease(
        workspace,
        id,
        face,
        taskClass,
        resource,
        holder,
        artifacts,
        scope,
        budget,
        times,
        terms,
        generation,
        version,
        end,
        missing,
        provenance);
  }
}
