package io.leasegate.store;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.LeaseBinding;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/**
 * What waits for a human. Every method is one atomic step by the store's own clock. Safe from every
 * loop; a future fails only when the store is away.
 */
public interface ApprovalStore {

  /** A request for a human's decision. */
  record Draft(
      String id,
      Identity identity,
      String capability,
      long ttlMs,
      Optional<LeaseBinding> lease,
      String ruleName,
      String reason,
      long openForMs) {}

  /** How a decision went. */
  sealed interface Decided {
    record Done(Approval approval) implements Decided {}

    /** It was decided before; the same decision again is no conflict. */
    record Already(Approval approval) implements Decided {}

    record NotFound() implements Decided {}
  }

  /**
   * Opens a request; the same one that is open already answers as it is.
   *
   * @return empty when as many are open as may be
   */
  Future<Optional<Approval>> open(Draft draft);

  /** Approves: the grant is issued in the same step, whatever the kill switch holds back. */
  Future<Decided> approve(String id, String grantId);

  Future<Decided> deny(String id);

  /** All that the store still has, newest first; only one agent's when named. */
  Future<List<Approval>> list(Optional<Identity> identity);
}
