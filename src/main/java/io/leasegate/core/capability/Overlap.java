package io.leasegate.core.capability;

import java.util.Optional;

/** Whether two globs match a capability in common. */
public sealed interface Overlap {

  /** No capability is matched by both. */
  record Disjoint() implements Overlap {}

  /**
   * Both match at least one capability.
   *
   * @param witness one of them, short and printable where there is such a one
   */
  record Shared(Capability witness) implements Overlap {}

  /** Deciding would have taken more work than is allowed; treated as an overlap. */
  record Undecided() implements Overlap {}

  /** Whether a common capability exists or cannot be ruled out: what a deny glob asks. */
  default boolean possible() {
    return !(this instanceof Disjoint);
  }

  /** A capability that both match, where one was found. */
  default Optional<Capability> findWitness() {
    return this instanceof Shared shared ? Optional.of(shared.witness) : Optional.empty();
  }
}
