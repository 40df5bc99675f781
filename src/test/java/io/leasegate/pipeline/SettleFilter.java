package io.leasegate.pipeline;

import io.leasegate.store.CallStore;
import io.vertx.core.Future;
import java.util.List;

/** A store whose settles go through a test's hands. */
record SettleFilter(CallStore store, Settling settling) implements CallStore {

  /** Settles at the store, or does not, and says what it likes. */
  interface Settling {
    Future<Settled> settle(CallStore store, Claim claim, Settlement settlement);
  }

  @Override
  public Future<Verdict> claim(Claim claim) {
    return store.claim(claim);
  }

  @Override
  public Future<Settled> settle(Claim claim, Settlement settlement) {
    return settling.settle(store, claim, settlement);
  }

  @Override
  public Future<Void> extend(List<Claim> running) {
    return store.extend(running);
  }

  @Override
  public Future<Boolean> abandon(Claim claim) {
    return store.abandon(claim);
  }
}
