package io.leasegate.pipeline;

import io.leasegate.core.grant.Grant;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.grants.AgentView;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.NoticeText;
import io.vertx.core.Future;

/** Tells the agent with its answer that the grant of the call, or its lease, is about to end. */
final class NoticeStage {

  private final GrantCache cache;
  private final NoticeRule rule;

  NoticeStage(GrantCache cache, NoticeRule rule) {
    this.cache = cache;
    this.rule = rule;
  }

  Future<Step<CallOutcome>> notice(Authorized authorized, CallOutcome outcome) {
    if (!(outcome instanceof CallOutcome.Answered answered)) {
      return Step.go(outcome);
    }
    AgentView current = cache.current(authorized.call().identity());
    return current != null
        ? Step.go(withNotice(authorized, answered, current))
        : newest(authorized).compose(view -> Step.go(withNotice(authorized, answered, view)));
  }

  private CallOutcome withNotice(
      Authorized authorized, CallOutcome.Answered answered, AgentView view) {
    Grant used = authorized.grant();
    Grant grant = view == authorized.view() ? used : view.find(used.id()).orElse(used);
    Lease lease = view.leaseOf(grant).orElse(null);
    long now = view.storeTime(authorized.call().loop().nanoTime());
    boolean due = rule.isDue(grant, now) || (lease != null && rule.isDue(lease, now));
    if (!due) {
      return answered;
    }
    return rule.noticeOn(grant, lease, now)
        .map(notice -> answered.with(NoticeText.json(notice)))
        .orElse(answered);
  }

  /** A renewal while the call ran counts: its window is the one that matters now. */
  private Future<AgentView> newest(Authorized authorized) {
    return cache
        .get(authorized.call().identity())
        .recover(unread -> Future.succeededFuture(authorized.view()));
  }
}
