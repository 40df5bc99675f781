package io.leasegate.core.grant;

import io.leasegate.core.lease.Lease;

/**
 * The lease that a grant lives and dies with, at the generation that the holder believed in.
 *
 * @param generation 1 or more
 */
public record LeaseBinding(String leaseId, long generation) {

  /** To the lease as it is now. */
  public static LeaseBinding to(Lease lease) {
    return new LeaseBinding(lease.id(), lease.generation());
  }
}
