package io.leasegate.core.grant;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** What became of a request to pass on what an agent holds. */
public sealed interface Delegation {

  /** The shortest grant. */
  long MIN_TTL_MS = 1_000;

  /**
   * May be passed on; whether the receiver's deny globs allow it is decided by its policy.
   *
   * @param parent the grant that covers the request
   * @param ttlMs of the new grant, {@link #MIN_TTL_MS} or more
   */
  record Delegable(Grant parent, long ttlMs) implements Delegation {

    /**
     * The receiver's grant: no longer than its parent, bound to the parent's lease, whose budget
     * its writes use.
     */
    public Grant issue(String id, Identity receiver, CapabilityGlob capability, long now) {
      return new Grant(
          id,
          receiver,
          capability.text(),
          now,
          now,
          now + ttlMs,
          ttlMs,
          parent.lease(),
          parent.ruleName(),
          Optional.of(parent.id()),
          GrantOrigin.DELEGATED,
          Optional.empty());
    }
  }

  /** No live grant of the agent covers the request. */
  record NotHeld() implements Delegation {}

  /** What covers the request was itself passed on to the agent. */
  record NoRedelegation() implements Delegation {}

  /** What covers the request lives for less than {@link #MIN_TTL_MS} from now. */
  record EndsTooSoon() implements Delegation {}

  /**
   * Decides.
   *
   * @param held live grants of the agent that delegates
   * @param ttlMs as requested, {@link #MIN_TTL_MS} or more; empty: as long as the parent
   */
  static Delegation decide(
      Collection<Grant> held, CapabilityGlob request, OptionalLong ttlMs, long now) {
    List<Grant> covering =
        held.stream()
            .filter(grant -> grant.isLive(now) && grant.glob().covers(request))
            .sorted(GrantChoice.ORDER)
            .toList();
    Optional<Grant> parent =
        covering.stream().filter(grant -> grant.parentGrantId().isEmpty()).findFirst();
    if (parent.isEmpty()) {
      return covering.isEmpty() ? new NotHeld() : new NoRedelegation();
    }
    long remaining = parent.get().remainingMs(now);
    return remaining < MIN_TTL_MS
        ? new EndsTooSoon()
        : new Delegable(parent.get(), Math.min(ttlMs.orElse(remaining), remaining));
  }
}
