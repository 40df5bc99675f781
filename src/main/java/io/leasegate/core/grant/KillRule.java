package io.leasegate.core.grant;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.policy.Decision;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What an operator's revoke leaves behind: until the original end of what was revoked nothing of it
 * is granted without a human. An agent's own revoke leaves nothing behind.
 *
 * @param identity whose requests are held back
 * @param globs together what was covered
 * @param until ms since 1970: the first moment at which the rule does not hold any more
 */
public record KillRule(Identity identity, List<CapabilityGlob> globs, long until) {

  public KillRule {
    globs = List.copyOf(globs);
  }

  /** After the revoke of a grant: what the grant covered, until its expiry. */
  public static KillRule after(Grant revoked) {
    return new KillRule(revoked.identity(), List.of(revoked.glob()), revoked.expiresAt());
  }

  /**
   * After the revoke of a lease: its upstreams, until its deadline or, without one, its expiry.
   * Nothing when the holder is no agent, as may be with leases of todos, which carry no grants.
   */
  public static Optional<KillRule> after(Lease revoked) {
    return Identity.of(revoked.workspace(), revoked.holder().identity())
        .map(holder -> new KillRule(holder, revoked.scope().globs(), revoked.times().endsAt()));
  }

  /**
   * Whether the request is held back, under whatever lease. Sharing one capability is enough:
   * otherwise a wider or a shifted request would get back what was taken.
   */
  public boolean holdsBack(Identity asking, CapabilityGlob request, long now) {
    return now < until
        && identity.equals(asking)
        && globs.stream().anyMatch(glob -> glob.overlap(request).possible());
  }

  /**
   * The policy's decision on a request that is held back: what it would grant at once needs a
   * human's approval, the rest stays. What a human approves is granted without asking the rule.
   *
   * @param approvalTtl how long the approval stays open
   */
  public static Decision heldBack(Decision decision, Duration approvalTtl) {
    return decision instanceof Decision.Allow allow
        ? new Decision.NeedsApproval(allow.ruleName(), allow.rule(), allow.ttl(), approvalTtl)
        : decision;
  }
}
