package io.leasegate.core.lease;

import io.leasegate.core.lease.LeaseChange.Changed;
import io.leasegate.core.lease.LeaseChange.Refused;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The changes of a lease, each from one record to the next. Finding the record, comparing it in one
 * atomic step and storing what comes out is the store's part.
 */
public final class LeaseOperations {

  private LeaseOperations() {}

  /** A lease that nobody can contend for begins: generation 1. */
  public static Changed open(LeaseDraft draft, LeaseAct act) {
    return new Changed(draft.begin(1, LeaseOperation.OPEN, act));
  }

  /**
   * Ends a lease by the order of its holder or of an operator, also after its expiry. The
   * generation stays. Refused, in this order, with {@code stale_generation}, {@code ended}, {@code
   * legacy_ambiguous}, {@code not_holder}.
   *
   * @param generation the one that the caller believes in; empty where it names none, as for task
   *     leases, which have only one
   */
  public static LeaseChange revoke(
      Lease lease, OptionalLong generation, Optional<String> reason, LeaseAct act) {
    Optional<Refused> refused = refusal(lease, generation);
    if (refused.isPresent()) {
      return refused.get();
    }
    LeaseActor actor = act.actor();
    if (!actor.operator() && !lease.holder().identity().equals(actor.name())) {
      return new Refused(LeaseRefusalCode.NOT_HOLDER, "the lease is held by another agent");
    }
    LeaseEnd end = new LeaseEnd(LeaseState.REVOKED, reason, act.now(), actor);
    return new Changed(lease.ended(end, act.entry(LeaseOperation.REVOKE)));
  }

  /**
   * Takes one write from the budget, if there is a budget; refused with {@code
   * write_budget_exhausted}. Whether the lease is live was decided before.
   */
  public static LeaseChange consumeWrite(Lease lease) {
    if (lease.budget().isEmpty()) {
      return new Changed(lease);
    }
    WriteBudget budget = lease.budget().get();
    Optional<WriteBudget> consumed = budget.consume();
    return consumed.isPresent()
        ? new Changed(lease.withBudget(consumed.get()))
        : new Refused(
            LeaseRefusalCode.WRITE_BUDGET_EXHAUSTED,
            "all " + budget.maxWrites() + " writes of the lease are used");
  }

  /** Gives one write back, also to a lease that ended meanwhile. */
  public static Lease refundWrite(Lease lease) {
    return lease.budget().map(budget -> lease.withBudget(budget.refund())).orElse(lease);
  }

  /** What refuses every change of the record, whoever asks for it. */
  private static Optional<Refused> refusal(Lease lease, OptionalLong generation) {
    if (generation.isPresent() && generation.getAsLong() != lease.generation()) {
      return Optional.of(
          new Refused(
              LeaseRefusalCode.STALE_GENERATION,
              "the lease is at generation " + lease.generation()));
    }
    if (lease.end().isPresent()) {
      return Optional.of(
          new Refused(LeaseRefusalCode.ENDED, "the lease is " + lease.state().wireName()));
    }
    if (!lease.missing().isEmpty()) {
      return Optional.of(
          new Refused(
              LeaseRefusalCode.LEGACY_AMBIGUOUS,
              "the imported record lacks " + String.join(", ", lease.missing())));
    }
    return Optional.empty();
  }
}
