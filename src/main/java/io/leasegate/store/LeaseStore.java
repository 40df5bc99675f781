package io.leasegate.store;

import io.leasegate.core.call.Identity;
import io.leasegate.core.lease.Lease;
import io.vertx.core.Future;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Leases of every face; the first one is the task lease. Every method is one atomic step by the
 * store's own clock. Safe from every loop; a future fails only when the store is away.
 */
public interface LeaseStore {

  /**
   * Opens a task lease.
   *
   * @return the lease; empty when the agent has as many live leases as it may have
   */
  Future<Optional<Lease>> openTask(
      Identity identity,
      String id,
      String goal,
      List<String> upstreams,
      Duration total,
      long maxWrites);

  /**
   * Ends a lease and every grant bound to it, by its holder; empty when there is none that lives.
   */
  Future<Optional<LeaseRevoked>> revoke(Identity identity, String leaseId);

  /** Ends a lease by an operator: the kill switch holds until its deadline. */
  Future<Optional<LeaseRevoked>> revokeByOperator(
      String workspace, String leaseId, Optional<String> reason);

  /** Leases that are not over, of all workspaces, by id. */
  Future<Page<Lease>> live(Optional<String> after, int limit);

  /** Live leases in all. */
  long liveCount();

  /**
   * A lease that was ended.
   *
   * @param grants how many grants ended with it
   */
  record LeaseRevoked(Lease lease, int grants) {}
}
