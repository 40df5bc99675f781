package io.leasegate.store.memory;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantLiveness;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseChange;
import io.leasegate.core.lease.LeaseOperations;
import io.leasegate.store.CallStore;
import io.vertx.core.Future;
import java.util.Optional;

/** Claim and settle in memory. */
public final class MemoryCallStore implements CallStore {

  private final MemoryStore store;

  public MemoryCallStore(MemoryStore store) {
    this.store = store;
  }

  @Override
  public Future<Verdict> claim(Claim claim) {
    return Future.succeededFuture(
        store.step(claim.identity().workspace(), all -> claim(all, claim)));
  }

  private Verdict claim(Workspace all, Claim claim) {
    long now = store.now();
    if (all.isKilled(claim.identity())) {
      return new Verdict.Refused(ErrorCode.KILLED);
    }
    Optional<Grant> grant =
        all.grant(claim.grantId()).filter(it -> it.identity().equals(claim.identity()));
    if (grant.isEmpty()) {
      // what is not in the store is revoked: lost records never allow more
      return new Verdict.Refused(ErrorCode.GRANT_REVOKED);
    }
    Optional<Lease> lease = grant.get().lease().flatMap(it -> all.lease(it.leaseId()));
    Optional<ErrorCode> refusal =
        GrantLiveness.refusal(
            grant.get(), grant.get().parentGrantId().flatMap(all::grant), lease, now);
    if (refusal.isPresent()) {
      return new Verdict.Refused(refusal.get());
    }
    if (lease.isEmpty()) {
      all.claims.put(claim.attempt(), Optional.empty());
      return new Verdict.Execute(Optional.empty());
    }
    if (!(LeaseOperations.consumeWrite(lease.get()) instanceof LeaseChange.Changed consumed)) {
      return new Verdict.Refused(ErrorCode.WRITE_BUDGET_EXHAUSTED);
    }
    all.count(consumed.lease());
    all.claims.put(claim.attempt(), Optional.of(consumed.lease().id()));
    return new Verdict.Execute(Optional.of(consumed.lease()));
  }

  @Override
  public Future<Optional<Lease>> settle(Claim claim, Outcome outcome) {
    return Future.succeededFuture(
        store.step(
            claim.identity().workspace(),
            all -> {
              Optional<Lease> payer =
                  all.takeClaim(claim).flatMap(lease -> lease).flatMap(all::lease);
              if (outcome == Outcome.NOT_EXECUTED && payer.isPresent()) {
                Lease refunded = LeaseOperations.refundWrite(payer.get());
                all.count(refunded);
                return Optional.of(refunded);
              }
              return payer;
            }));
  }
}
