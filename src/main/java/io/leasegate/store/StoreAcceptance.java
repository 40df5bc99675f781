package io.leasegate.store;

import io.vertx.core.Future;
import java.util.List;

/**
 * What an operator has to look at in a store that forgot something, or whose clock went back, until
 * they accept it as it is.
 */
public interface StoreAcceptance {

  /** A store in which nothing of that kind happens. */
  StoreAcceptance NOTHING =
      new StoreAcceptance() {
        @Override
        public boolean isRolledBack() {
          return false;
        }

        @Override
        public List<String> alarms() {
          return List.of();
        }

        @Override
        public Future<Accepted> accept() {
          return Future.succeededFuture(new Accepted(List.of(), 0, 0));
        }
      };

  /**
   * What was accepted, and what it cost.
   *
   * @param clocks workspaces whose clock was ahead
   * @param grantsRevoked given by a clock that was ahead: they would have lasted too long
   * @param leasesRevoked likewise
   */
  record Accepted(List<String> clocks, int grantsRevoked, int leasesRevoked) {
    public Accepted {
      clocks = List.copyOf(clocks);
    }
  }

  /** Whether the store has forgotten something, and nobody has accepted that yet. */
  boolean isRolledBack();

  /** What has to be looked at, one line each. */
  List<String> alarms();

  /** An operator accepts it, for all replicas. Fails only when the store is away. */
  Future<Accepted> accept();
}
