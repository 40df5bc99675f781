package io.leasegate.core.grant;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import java.util.Collection;

/** What the kill switch says to a request. */
public enum KillVerdict {
  /** Nothing. */
  OPEN,
  /** It is never approved by a rule alone; see {@link KillRule#heldBack}. */
  PENDING_HUMAN_APPROVAL,
  /** The agent or its workspace is killed: every call and every request is refused. */
  KILLED;

  /**
   * The verdict on a request.
   *
   * @param killed whether the agent or its workspace is killed now
   * @param rules those of the agent, or more
   */
  public static KillVerdict on(
      boolean killed,
      Collection<KillRule> rules,
      Identity asking,
      CapabilityGlob request,
      long now) {
    if (killed) {
      return KILLED;
    }
    return rules.stream().anyMatch(rule -> rule.holdsBack(asking, request, now))
        ? PENDING_HUMAN_APPROVAL
        : OPEN;
  }
}
