package io.leasegate.core.policy;

import java.util.Arrays;
import java.util.Optional;

/** What an agent may do with leases, beside using its own. */
public enum Permission {
  LEASE_ACQUIRE("lease:acquire"),
  LEASE_READ("lease:read"),
  LEASE_ADOPT("lease:adopt"),
  LEASE_RECLAIM("lease:reclaim"),
  LEASE_RECLAIM_TERMINAL("lease:reclaim_terminal"),
  LEASE_REVOKE("lease:revoke"),
  LEASE_IMPORT("lease:import"),
  LEASE_PUBLISH_POLICY("lease:publish_policy");

  private final String wireName;

  Permission(String wireName) {
    this.wireName = wireName;
  }

  /** As policies, keys and tokens write it. */
  public String wireName() {
    return wireName;
  }

  /** The permission of this name, exactly. */
  public static Optional<Permission> of(String wireName) {
    return Arrays.stream(values()).filter(p -> p.wireName.equals(wireName)).findFirst();
  }
}
