package io.leasegate.core.grant;

import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseFixture;
import java.util.Optional;

/** Short ways to say what a grant of a test is. */
public final class GrantFixture {

  private GrantFixture() {}

  static CapabilityGlob glob(String text) {
    return CapabilityGlob.parse(text).orThrow();
  }

  public static Grant free(String id, long now, long ttlMs) {
    return issue(id, "sim:call:*", now, ttlMs, Optional.empty());
  }

  public static Grant free(String id, String capability, long now, long ttlMs) {
    return issue(id, capability, now, ttlMs, Optional.empty());
  }

  public static Grant bound(String id, Lease lease, long now, long ttlMs) {
    return issue(id, "sim:call:*", now, ttlMs, Optional.of(LeaseBinding.to(lease)));
  }

  private static Grant issue(
      String id, String capability, long now, long ttlMs, Optional<LeaseBinding> lease) {
    return Grant.issue(
        id, LeaseFixture.AGENT, glob(capability), now, ttlMs, lease, "rule", GrantOrigin.EXPLICIT);
  }
}
