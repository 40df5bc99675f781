package io.leasegate.core.grant;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;

/** Which of several grants that cover the same is used, and which is the newest. */
public final class GrantChoice {

  /**
   * The one to use comes first: lease-bound before unbound, then the latest expiry, then the oldest
   * (of grants issued in the same millisecond the one with the lower id).
   */
  public static final Comparator<Grant> ORDER =
      Comparator.comparing((Grant grant) -> grant.lease().isEmpty())
          .thenComparing(Comparator.comparingLong(Grant::expiresAt).reversed())
          .thenComparingLong(Grant::issuedAt)
          .thenComparing(Grant::id);

  private static final Comparator<Grant> AGE =
      Comparator.comparingLong(Grant::issuedAt).thenComparing(Grant::id);

  private GrantChoice() {}

  /** The grant to use, if one of these is live. */
  public static Optional<Grant> best(Collection<Grant> covering, long now) {
    return covering.stream().filter(grant -> grant.isLive(now)).min(ORDER);
  }

  /** The grant that was issued last, dead or alive. */
  public static Optional<Grant> newest(Collection<Grant> covering) {
    return covering.stream().max(AGE);
  }
}
