package io.leasegate.store.memory;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantLiveness;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.Approval;
import io.leasegate.store.ApprovalStore;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Approvals in memory. */
public final class MemoryApprovalStore implements ApprovalStore {

  /** How long a decided or expired approval can still be looked up. */
  private static final long KEPT_MS = 24L * 60 * 60 * 1_000;

  /** The shortest grant. */
  private static final long SHORTEST_MS = 1_000;

  private static final Future<Decided> NOT_FOUND = Future.succeededFuture(new Decided.NotFound());

  private final MemoryStore store;

  public MemoryApprovalStore(MemoryStore store) {
    this.store = store;
  }

  @Override
  public Future<Optional<Approval>> open(Draft draft) {
    return store.begin(draft.identity().workspace(), all -> open(all, draft, store.now()));
  }

  private Optional<Approval> open(Workspace all, Draft draft, long now) {
    all.approvals.values().removeIf(approval -> now - approval.expiresAt() > KEPT_MS);
    int open = 0;
    for (Approval approval : all.approvals.values()) {
      if (approval.identity().equals(draft.identity())
          && approval.statusAt(now) == Approval.Status.PENDING) {
        if (approval.capability().equals(draft.capability())
            && approval.lease().equals(draft.lease())
            && approval.ttlMs() == draft.ttlMs()) {
          return Optional.of(approval);
        }
        open++;
      }
    }
    if (open >= store.bounds().liveGrantsPerAgent()) {
      return Optional.empty();
    }
    Approval approval =
        new Approval(
            draft.id(),
            draft.identity(),
            draft.capability(),
            draft.ttlMs(),
            draft.lease(),
            draft.ruleName(),
            draft.reason(),
            now,
            now + draft.openForMs(),
            Approval.Status.PENDING,
            Optional.empty());
    all.approvals.put(approval.id(), approval);
    all.audit(ApprovalEntries.requested(approval), now);
    return Optional.of(approval);
  }

  @Override
  public Future<Decided> approve(String id, String grantId) {
    return in(id)
        .map(
            workspace ->
                store.begin(
                    workspace,
                    all ->
                        decide(all, id, (approval, now) -> approve(all, approval, grantId, now))))
        .orElse(NOT_FOUND);
  }

  @Override
  public Future<Decided> deny(String id) {
    return in(id)
        .map(
            workspace ->
                store.end(
                    workspace,
                    all ->
                        decide(
                            all,
                            id,
                            (approval, now) -> {
                              all.audit(ApprovalEntries.denied(approval), now);
                              return approval.decided(Approval.Status.DENIED, Optional.empty());
                            })))
        .orElse(NOT_FOUND);
  }

  /** The workspace that has the approval. */
  private Optional<String> in(String id) {
    return store.names().stream()
        .filter(workspace -> store.step(workspace, all -> all.approvals.containsKey(id)))
        .findFirst();
  }

  private interface Decision {
    Approval make(Approval approval, long now);
  }

  private Decided decide(Workspace all, String id, Decision decision) {
    Approval approval = all.approvals.get(id);
    if (approval == null) {
      return new Decided.NotFound();
    }
    long now = store.now();
    Approval.Status status = approval.statusAt(now);
    if (status != Approval.Status.PENDING) {
      return new Decided.Already(approval.decided(status, approval.grantId()));
    }
    Approval made = decision.make(approval, now);
    all.approvals.put(id, made);
    return new Decided.Done(made);
  }

  private static Approval approve(Workspace all, Approval approval, String grantId, long now) {
    Optional<Lease> lease = approval.lease().flatMap(it -> all.lease(it.leaseId()));
    boolean leaseGone =
        approval
            .lease()
            .filter(
                it ->
                    GrantLiveness.leaseRefusal(it, lease, now).isPresent()
                        || lease.orElseThrow().times().endsAt() - now < SHORTEST_MS)
            .isPresent();
    if (leaseGone || all.isKilled(approval.identity())) {
      all.audit(ApprovalEntries.cancelled(approval, leaseGone ? "lease_ended" : "killed"), now);
      return approval.decided(Approval.Status.CANCELLED, Optional.empty());
    }
    long ttl =
        lease
            .map(it -> Math.min(approval.ttlMs(), it.times().endsAt() - now))
            .orElse(approval.ttlMs());
    Grant grant =
        Grant.issue(
            grantId,
            all.agent(approval.identity()).identity,
            CapabilityGlob.parse(approval.capability()).orThrow(),
            now,
            ttl,
            approval.lease(),
            approval.ruleName(),
            GrantOrigin.APPROVED);
    all.put(grant);
    all.audit(ApprovalEntries.approved(approval, grantId), now);
    all.audit(GrantEntries.issued(grant), now);
    return approval.decided(Approval.Status.APPROVED, Optional.of(grantId));
  }

  @Override
  public Future<List<Approval>> list(Optional<Identity> identity) {
    List<Approval> found = new ArrayList<>();
    for (String workspace : store.names()) {
      found.addAll(
          store.step(
              workspace,
              all -> {
                long now = store.now();
                return all.approvals.values().stream()
                    .filter(it -> identity.isEmpty() || it.identity().equals(identity.get()))
                    .map(it -> it.decided(it.statusAt(now), it.grantId()))
                    .toList();
              }));
    }
    Collections.reverse(found); // of those opened in the same millisecond the later one first
    found.sort(Comparator.comparingLong(Approval::createdAt).reversed());
    return Future.succeededFuture(List.copyOf(found));
  }
}
