package io.leasegate.store.redis;

import io.leasegate.audit.DetailsText;
import io.leasegate.store.StoreAcceptance;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;

/** Accepts Redis as it is: the clock of each workspace first, then that something was lost. */
public final class RedisAcceptance implements StoreAcceptance {

  private final RedisStore store;

  public RedisAcceptance(RedisStore store) {
    this.store = store;
  }

  @Override
  public boolean isRolledBack() {
    return store.alarms().rolledBack().isPresent();
  }

  @Override
  public List<String> alarms() {
    return store.alarms().remarks();
  }

  /** What the steps so far have accepted. */
  private static final class Progress {
    final List<String> clocks = new ArrayList<>();
    int grants;
    int leases;

    Accepted done() {
      return new Accepted(clocks, grants, leases);
    }
  }

  @Override
  public Future<Accepted> accept() {
    Progress progress = new Progress();
    return acceptClock(WorkspaceNames.RESERVED, "", progress)
        .compose(done -> store.workspaces())
        .compose(names -> acceptClocks(names, 0, progress))
        .compose(done -> acceptLoss(progress))
        .map(done -> progress.done());
  }

  private Future<Void> acceptClocks(List<String> names, int at, Progress progress) {
    return at == names.size()
        ? Future.succeededFuture()
        : acceptClock(names.get(at), "", progress)
            .compose(done -> acceptClocks(names, at + 1, progress));
  }

  private Future<Void> acceptClock(String workspace, String after, Progress progress) {
    return store
        .change(Script.ACCEPT_CLOCK, workspace, after, store.auditId())
        .compose(
            reply -> {
              boolean behind = reply.flag();
              progress.grants += (int) reply.number();
              progress.leases += (int) reply.number();
              String next = reply.text();
              store.tell(workspace, reply);
              if (!next.isEmpty()) {
                return acceptClock(workspace, next, progress);
              }
              if (behind) {
                progress.clocks.add(workspace);
              }
              return Future.succeededFuture();
            });
  }

  private Future<Void> acceptLoss(Progress progress) {
    List<Object> details = new ArrayList<>();
    store.alarms().rolledBack().ifPresent(what -> details.addAll(List.of("lost", what)));
    details.addAll(List.of("clocks", progress.clocks.size()));
    return store
        .ask(Script.ACCEPT, WorkspaceNames.RESERVED, DetailsText.json(details))
        .onSuccess(reply -> store.alarms().accepted())
        .mapEmpty();
  }
}
