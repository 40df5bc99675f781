package io.leasegate.core.lease;

import java.util.Optional;

/**
 * How a lease ended by a change of its record; expiry needs none.
 *
 * @param state any but {@link LeaseState#ACTIVE}
 * @param reason in the actor's words
 * @param at ms since 1970
 */
public record LeaseEnd(LeaseState state, Optional<String> reason, long at, LeaseActor by) {

  public LeaseEnd {
    if (state == LeaseState.ACTIVE) {
      throw new IllegalArgumentException("active is no end");
    }
  }
}
