package io.leasegate.core.lease;

import io.leasegate.core.call.Identity;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What a lease is before it has times and a generation. The components mean what they mean in
 * {@link Lease}.
 */
public record LeaseDraft(
    String workspace,
    String id,
    LeaseFace face,
    String taskClass,
    Optional<LeaseResource> resource,
    LeaseHolder holder,
    LeaseArtifacts artifacts,
    LeaseScope scope,
    Optional<WriteBudget> budget,
    LeaseTerms terms) {

  /** The class name in task leases, whose terms come from no class. */
  public static final String TASK_CLASS = "task";

  /**
   * Of a task lease, which is exclusive over nothing.
   *
   * @param total how long it lives, as {@link LeaseLimits#clampTotal} allows
   * @param maxWrites as {@link LeaseLimits#clampWrites} allows
   */
  public static LeaseDraft task(
      String id,
      Identity holder,
      String goal,
      List<String> upstreams,
      Duration total,
      long maxWrites) {
    return new LeaseDraft(
        holder.workspace(),
        id,
        LeaseFace.TASK,
        TASK_CLASS,
        Optional.empty(),
        LeaseHolder.agent(holder.agent()),
        LeaseArtifacts.NONE,
        new LeaseScope(goal, upstreams, List.of()),
        Optional.of(WriteBudget.of(maxWrites)),
        LeaseTerms.fixed(total));
  }

  /** The lease that begins now, at this generation and at version 1. */
  Lease begin(long generation, LeaseOperation operation, LeaseAct act) {
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
        terms.begin(act.now()),
        terms,
        generation,
        1,
        Optional.empty(),
        List.of(),
        Provenance.EMPTY.plus(act.entry(operation)));
  }
}
