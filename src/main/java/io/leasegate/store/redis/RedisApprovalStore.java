package io.leasegate.store.redis;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditKind;
import io.leasegate.audit.DetailsText;
import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.store.Approval;
import io.leasegate.store.ApprovalStore;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Approvals in Redis. */
public final class RedisApprovalStore implements ApprovalStore {

  private static final String OF_ALL = "";

  private final RedisStore store;

  public RedisApprovalStore(RedisStore store) {
    this.store = store;
  }

  @Override
  public Future<Optional<Approval>> open(Draft draft) {
    String workspace = draft.identity().workspace();
    return store
        .change(
            Script.OPEN_APPROVAL,
            workspace,
            draft.identity().agent(),
            store.bounds().liveGrantsPerAgent(),
            draft.id(),
            draft.capability(),
            draft.ttlMs(),
            draft.lease().map(lease -> lease.leaseId()).orElse(""),
            draft.lease().map(lease -> String.valueOf(lease.generation())).orElse(""),
            draft.ruleName(),
            draft.reason(),
            draft.openForMs(),
            DetailsText.json(requested(draft)))
        .map(
            reply -> {
              if (reply.text().equals("full")) {
                return Optional.empty();
              }
              return Optional.of(read(workspace, reply.number(), reply));
            });
  }

  private static List<Object> requested(Draft draft) {
    return AuditDraft.of(AuditKind.APPROVAL, "requested", draft.identity().agent())
        .with("approval_id", draft.id())
        .with("capability", draft.capability())
        .with("ttl_ms", draft.ttlMs())
        .with("rule", draft.ruleName())
        .with("reason", draft.reason())
        .with("lease_id", draft.lease().map(LeaseBinding::leaseId))
        .details();
  }

  private static Approval read(String workspace, long now, Reply reply) {
    Map<String, String> hash = reply.hash();
    Approval stored =
        new Approval(
            Hash.text(hash, "id"),
            new Identity(workspace, Hash.text(hash, "agent")),
            Hash.text(hash, "capability"),
            Hash.number(hash, "ttl"),
            GrantCodec.binding(hash),
            Hash.text(hash, "rule"),
            Hash.text(hash, "reason"),
            Hash.number(hash, "created_at"),
            Hash.number(hash, "expires_at"),
            Approval.Status.valueOf(Hash.text(hash, "status").toUpperCase(Locale.ROOT)),
            Hash.some(hash, "grant"));
    return stored.decided(stored.statusAt(now), stored.grantId());
  }

  @Override
  public Future<Decided> approve(String id, String grantId) {
    return decide(id, true, grantId);
  }

  @Override
  public Future<Decided> deny(String id) {
    return decide(id, false, "");
  }

  /** An approval's id does not say its workspace: each one is asked. */
  private Future<Decided> decide(String id, boolean approve, String grantId) {
    return store.workspaces().compose(names -> decide(names, 0, id, approve, grantId));
  }

  private Future<Decided> decide(
      List<String> names, int at, String id, boolean approve, String grantId) {
    if (at == names.size()) {
      return Future.succeededFuture(new Decided.NotFound());
    }
    String workspace = names.get(at);
    return store
        .change(Script.DECIDE, workspace, id, approve, grantId)
        .compose(
            reply ->
                switch (reply.text()) {
                  case "not_found" -> decide(names, at + 1, id, approve, grantId);
                  case "done" -> Future.succeededFuture(done(workspace, reply));
                  default ->
                      Future.succeededFuture(
                          new Decided.Already(read(workspace, reply.number(), reply)));
                });
  }

  private Decided done(String workspace, Reply reply) {
    Approval approval = read(workspace, reply.number(), reply);
    store.tell(workspace, reply);
    return new Decided.Done(approval);
  }

  @Override
  public Future<List<Approval>> list(Optional<Identity> identity) {
    Future<List<String>> workspaces =
        identity.isPresent()
            ? Future.succeededFuture(List.of(identity.get().workspace()))
            : store.workspaces();
    String agent = identity.map(Identity::agent).orElse(OF_ALL);
    return workspaces
        .compose(names -> collect(names, 0, agent, new ArrayList<>()))
        .map(
            found -> {
              Collections.reverse(found); // of those opened at the same time the later one first
              found.sort(Comparator.comparingLong(Approval::createdAt).reversed());
              return List.copyOf(found);
            });
  }

  private Future<List<Approval>> collect(
      List<String> names, int at, String agent, List<Approval> found) {
    return at == names.size()
        ? Future.succeededFuture(found)
        : collect(names.get(at), agent, 0, found)
            .compose(more -> collect(names, at + 1, agent, found));
  }

  private Future<Void> collect(String workspace, String agent, long after, List<Approval> found) {
    return store
        .ask(Script.APPROVALS, workspace, agent, after)
        .compose(
            reply -> {
              long now = reply.number();
              found.addAll(reply.all(each -> read(workspace, now, each)));
              long next = reply.score();
              return next == 0 ? Future.succeededFuture() : collect(workspace, agent, next, found);
            });
  }
}
