package io.leasegate.store.memory;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantLiveness;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.idempotency.KeyChange;
import io.leasegate.core.idempotency.KeyClaim;
import io.leasegate.core.idempotency.KeyOutcome;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.core.idempotency.KeyRule;
import io.leasegate.core.idempotency.KeyTransitions;
import io.leasegate.core.idempotency.KeyVerdict;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.lease.LeaseChange;
import io.leasegate.core.lease.LeaseOperations;
import io.leasegate.store.CallStore;
import io.vertx.core.Future;
import java.util.List;
import java.util.Optional;

/** Claim and settle in memory. */
public final class MemoryCallStore implements CallStore {

  private final MemoryStore store;

  public MemoryCallStore(MemoryStore store) {
    this.store = store;
  }

  @Override
  public Future<Verdict> claim(Claim claim) {
    return store.begin(claim.identity().workspace(), all -> claim(all, claim));
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
    if (claim.key().isEmpty()) {
      return execute(all, claim, lease, Optional.empty(), now);
    }
    KeyUse use = claim.key().get();
    KeyVerdict verdict = KeyRule.judge(keyRecord(all, claim, use.key(), now), use.call(), now);
    if (verdict instanceof KeyVerdict.Replay replay) {
      all.audit(
          of("idempotency_replayed", claim)
              .with("first_attempt", replay.record().claim().attempt()),
          now);
      return new Verdict.Replay(replay.record());
    }
    if (verdict instanceof KeyVerdict.InFlight running) {
      return new Verdict.InFlight(running.waitable(), running.retryAfterMs());
    }
    if (verdict instanceof KeyVerdict.Conflict) {
      return new Verdict.Conflict();
    }
    if (verdict instanceof KeyVerdict.OutcomeUnknown unknown) {
      return new Verdict.OutcomeUnknown(unknown.record());
    }
    KeyVerdict.Execute free = (KeyVerdict.Execute) verdict;
    if (!use.mayExecute()) {
      return new Verdict.Released();
    }
    all.keyedAgents.sweep(now, retention());
    return free.takesOver().isEmpty()
            && keys(all, claim).isFull(store.bounds().keysPerAgent(), now, retention())
        ? new Verdict.Refused(ErrorCode.OVERLOADED)
        : execute(all, claim, lease, free.continues(), now);
  }

  /** Everything has been checked but the budget. */
  private Verdict execute(
      Workspace all, Claim claim, Optional<Lease> bound, Optional<KeyClaim> continues, long now) {
    Optional<Lease> lease = bound;
    Optional<String> payer = continues.flatMap(KeyClaim::payer);
    if (lease.isPresent() && claim.write() && continues.isEmpty()) {
      if (!(LeaseOperations.consumeWrite(lease.get()) instanceof LeaseChange.Changed consumed)) {
        return new Verdict.Refused(ErrorCode.WRITE_BUDGET_EXHAUSTED);
      }
      all.count(consumed.lease());
      lease = Optional.of(consumed.lease());
      payer = Optional.of(consumed.lease().id());
    }
    if (claim.key().isPresent()) {
      KeyUse use = claim.key().get();
      KeyClaim holder =
          new KeyClaim(
              claim.attempt(),
              use.call().fingerprint(),
              claim.upstream(),
              claim.tool(),
              now,
              payer);
      keys(all, claim).put(use.key(), KeyTransitions.claim(holder));
    } else {
      all.claims.put(claim.attempt(), payer);
    }
    all.audit(
        of("call_started", claim)
            .with("upstream", claim.upstream())
            .with("tool", claim.tool())
            .with("capability", claim.capability())
            .with("write", claim.write())
            .with("grant_id", claim.grantId())
            .with("lease_id", payer)
            .with("generation", lease.map(Lease::generation)),
        now);
    return new Verdict.Execute(lease);
  }

  private static AuditDraft of(String operation, Claim claim) {
    return AuditDraft.of(AuditKind.CALL, operation, claim.identity().agent())
        .with("attempt", claim.attempt())
        .with("key", claim.key().map(use -> use.key().text()));
  }

  private long retention() {
    return store.bounds().keyRetentionMs();
  }

  private static AgentKeys keys(Workspace all, Claim claim) {
    return all.keys(claim.identity());
  }

  private Optional<KeyRecord> keyRecord(Workspace all, Claim claim, IdempotencyKey key, long now) {
    return keys(all, claim).get(key, now, retention());
  }

  @Override
  public Future<Settled> settle(Claim claim, Settlement settlement) {
    return store.end(
        claim.identity().workspace(),
        all ->
            claim.key().isPresent()
                ? settleKey(all, claim, claim.key().get().key(), settlement)
                : settlePlain(all, claim, settlement));
  }

  private Settled settlePlain(Workspace all, Claim claim, Settlement settlement) {
    Optional<Optional<String>> held = Optional.ofNullable(all.claims.remove(claim.attempt()));
    if (held.isEmpty()) {
      return new Settled(false, Optional.empty());
    }
    all.audit(settled(claim, settlement), store.now());
    return new Settled(
        true,
        settlement.outcome() instanceof KeyOutcome.NotExecuted
            ? all.refund(held.get())
            : held.get().flatMap(all::lease));
  }

  private static AuditDraft settled(Claim claim, Settlement settlement) {
    return of("call_settled", claim).with("outcome", settlement.word());
  }

  private Settled settleKey(Workspace all, Claim claim, IdempotencyKey key, Settlement settlement) {
    long now = store.now();
    Optional<KeyRecord> before = keyRecord(all, claim, key, now);
    KeyChange change = KeyTransitions.settle(before, claim.attempt(), settlement.outcome(), now);
    if (change instanceof KeyChange.Kept kept) {
      if (kept.reason() == KeyChange.Reason.NOT_THE_CLAIM
          && settlement.outcome() instanceof KeyOutcome.Answered) {
        all.audit(of("late_outcome", claim).with("outcome", settlement.word()), now);
      }
      return new Settled(false, Optional.empty());
    }
    AuditDraft entry = settled(claim, settlement);
    boolean late = before.filter(KeyRecord.Unknown.class::isInstance).isPresent();
    all.audit(late ? entry.with("late", true) : entry, now);
    all.ended(claim.identity(), key);
    if (change instanceof KeyChange.Freed freed) {
      keys(all, claim).remove(key);
      return new Settled(true, all.refund(freed.refundTo()));
    }
    KeyRecord record = ((KeyChange.Stored) change).record();
    keys(all, claim).put(key, record);
    return new Settled(true, record.claim().payer().flatMap(all::lease));
  }

  @Override
  public Future<Void> extend(List<Claim> running) {
    for (Claim claim : running) {
      store.step(claim.identity().workspace(), all -> extend(all, claim));
    }
    return Future.succeededFuture();
  }

  private boolean extend(Workspace all, Claim claim) {
    IdempotencyKey key = claim.key().orElseThrow().key();
    long now = store.now();
    KeyChange change = KeyTransitions.extend(keyRecord(all, claim, key, now), claim.attempt(), now);
    if (change instanceof KeyChange.Stored stored) {
      keys(all, claim).put(key, stored.record());
      return true;
    }
    return false;
  }

  @Override
  public Future<Boolean> abandon(Claim claim) {
    Settlement notRun = new Settlement(new KeyOutcome.NotExecuted(), "not_executed");
    return Future.succeededFuture(
        store.step(
            claim.identity().workspace(),
            all -> {
              if (claim.key().isEmpty()) {
                return settlePlain(all, claim, notRun).acted();
              }
              // nothing to bar: a claim of this store never comes later than it was made
              IdempotencyKey key = claim.key().get().key();
              return keyRecord(all, claim, key, store.now())
                      .filter(KeyRecord.InFlight.class::isInstance)
                      .isPresent()
                  && settleKey(all, claim, key, notRun).acted();
            }));
  }
}
