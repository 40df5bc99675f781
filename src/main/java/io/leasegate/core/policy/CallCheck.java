package io.leasegate.core.policy;

import java.util.Set;

/** What a policy of this moment says to a call that a live grant covers. */
public sealed interface CallCheck {

  /**
   * The call may go on.
   *
   * @param redact what is blotted out of its answer
   */
  record Passed(Set<Redaction> redact) implements CallCheck {

    /** Nothing is blotted out. */
    public static final Passed PLAIN = new Passed(Set.of());

    public Passed {
      redact = Set.copyOf(redact);
    }
  }

  /** The call is refused, though a grant covers it. */
  record Refused(Decision.Deny deny) implements CallCheck {}
}
