package io.leasegate.store.redis;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.grant.Delegation;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantRenewal;
import io.leasegate.core.policy.RateLimit;
import io.leasegate.store.AgentRecords;
import io.leasegate.store.GrantDraft;
import io.leasegate.store.GrantStore;
import io.leasegate.store.IssueResult;
import io.leasegate.store.Page;
import io.leasegate.store.RenewResult;
import io.vertx.core.Future;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Grants and the kill switch in Redis. */
public final class RedisGrantStore implements GrantStore {

  private static final String OPERATOR = "";
  private static final String WHOLE_WORKSPACE = "";

  private final RedisStore store;
  private final Pages<Grant> pages;

  public RedisGrantStore(RedisStore store) {
    this.store = store;
    this.pages = new Pages<>(store, Script.GRANTS, GrantCodec::read, Grant::id);
  }

  @Override
  public Future<AgentRecords> read(Identity identity) {
    long sentAt = store.nanoTime();
    return store
        .change(Script.READ, identity.workspace(), identity.agent(), most())
        .map(
            reply -> {
              AgentRecords records = RecordsCodec.read(identity, reply);
              store.watch().read(identity.workspace(), reply.text(), reply.number(), sentAt);
              return records;
            });
  }

  private int most() {
    return store.bounds().liveGrantsPerAgent();
  }

  @Override
  public Future<IssueResult> issue(Identity identity, long revision, GrantDraft draft) {
    return store
        .change(
            Script.ISSUE,
            identity.workspace(),
            identity.agent(),
            most(),
            revision,
            draft.id(),
            draft.capability().text(),
            draft.ttlMs(),
            draft.lease().map(lease -> lease.leaseId()).orElse(""),
            draft.lease().map(lease -> String.valueOf(lease.generation())).orElse(""),
            draft.ruleName(),
            draft.origin().wireName())
        .map(reply -> issued(identity, reply));
  }

  @Override
  public Future<IssueResult> delegate(
      Identity giver,
      long revision,
      Identity receiver,
      String id,
      String capability,
      Delegation.Delegable delegable) {
    return store
        .change(
            Script.DELEGATE,
            giver.workspace(),
            giver.agent(),
            most(),
            revision,
            id,
            capability,
            delegable.ttlMs(),
            receiver.agent(),
            delegable.parent().id())
        .map(reply -> issued(giver, reply));
  }

  private IssueResult issued(Identity identity, Reply reply) {
    String what = reply.text();
    IssueResult result =
        switch (what) {
          case "issued" -> new IssueResult.Issued(GrantCodec.read(identity.workspace(), reply));
          case "changed" -> new IssueResult.Changed(RecordsCodec.read(identity, reply));
          case "full" -> new IssueResult.Full(most());
          default -> throw new IllegalStateException("issue answered " + what);
        };
    if (reply.hasMore()) {
      store.tell(identity.workspace(), reply);
    }
    return result;
  }

  @Override
  public Future<RenewResult> renew(Identity identity, String grantId, long longestTtlMs) {
    return store
        .change(Script.RENEW, identity.workspace(), identity.agent(), grantId, longestTtlMs)
        .map(reply -> renewed(identity, reply));
  }

  private RenewResult renewed(Identity identity, Reply reply) {
    String what = reply.text();
    return switch (what) {
      case "renewed" -> {
        Grant grant = GrantCodec.read(identity.workspace(), reply);
        store.tell(identity.workspace(), reply);
        yield new RenewResult.Judged(new GrantRenewal.Renewed(grant));
      }
      case "not_found" -> new RenewResult.NotFound();
      case "not_bound" -> new RenewResult.Judged(new GrantRenewal.NotBound());
      case "ended" ->
          new RenewResult.Judged(
              new GrantRenewal.Ended(ErrorCode.valueOf(reply.text().toUpperCase(Locale.ROOT))));
      default -> throw new IllegalStateException("renew answered " + what);
    };
  }

  @Override
  public Future<OptionalInt> revoke(Identity identity, String grantId) {
    return revoke(identity.workspace(), identity.agent(), grantId);
  }

  @Override
  public Future<OptionalInt> revokeByOperator(String workspace, String grantId) {
    return revoke(workspace, OPERATOR, grantId);
  }

  private Future<OptionalInt> revoke(String workspace, String agent, String grantId) {
    return store
        .change(Script.REVOKE, workspace, agent, grantId)
        .map(
            reply -> {
              int ended = (int) reply.number();
              store.tell(workspace, reply);
              return ended == 0 ? OptionalInt.empty() : OptionalInt.of(ended);
            });
  }

  @Override
  public Future<Integer> kill(String workspace, Optional<String> agent) {
    return kill(workspace, agent.orElse(WHOLE_WORKSPACE), "", 0);
  }

  /** A workspace is killed by its first step; the others take back what its agents had. */
  private Future<Integer> kill(String workspace, String agent, String after, int before) {
    return store
        .change(Script.KILL, workspace, agent, after, store.auditId())
        .compose(
            reply -> {
              int ended = before + (int) reply.number();
              String next = reply.text();
              store.tell(workspace, reply);
              return next.isEmpty()
                  ? Future.succeededFuture(ended)
                  : kill(workspace, agent, next, ended);
            });
  }

  @Override
  public Future<Boolean> release(String workspace, Optional<String> agent) {
    return release(workspace, agent.orElse(WHOLE_WORKSPACE), "");
  }

  private Future<Boolean> release(String workspace, String agent, String after) {
    return store
        .change(Script.RELEASE, workspace, agent, after)
        .compose(
            reply -> {
              long was = reply.number();
              String next = reply.text();
              store.tell(workspace, reply);
              if (was < 0) {
                // whoever killed did not get through: that first, or grants would come back to life
                return kill(workspace, agent, "", 0)
                    .compose(done -> release(workspace, agent, after));
              }
              return next.isEmpty()
                  ? Future.succeededFuture(was == 1)
                  : release(workspace, agent, next).map(was == 1);
            });
  }

  @Override
  public Future<Boolean> countRequest(Identity identity, boolean explicit, RateLimit limit) {
    return store
        .ask(
            Script.COUNT,
            identity.workspace(),
            identity.agent(),
            explicit ? "explicit" : "implicit",
            limit.count(),
            limit.window().toMillis())
        .map(Reply::flag);
  }

  @Override
  public Future<Page<Grant>> live(Optional<String> after, int limit) {
    return pages.page(after, limit);
  }

  @Override
  public long liveCount() {
    return store.counts().grants();
  }

  @Override
  public void onChange(Consumer<Identity> listener) {
    store.listeners().onChange(listener);
  }

  @Override
  public void onLost(Consumer<String> listener) {
    store.listeners().onLost(listener);
  }

  @Override
  public void onGrant(Consumer<Grant> listener) {
    store.listeners().onGrant(listener);
  }

  @Override
  public boolean used(String workspace) {
    return store.used(workspace);
  }
}
