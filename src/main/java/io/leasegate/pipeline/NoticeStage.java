package io.leasegate.pipeline;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.lease.Lease;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.grants.AgentView;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.NoticeText;
import io.vertx.core.Future;
import java.util.Optional;

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
    AgentView view = newest(authorized);
    Grant grant = newest(view, authorized.grant());
    Lease lease = view.leaseOf(grant).orElse(null);
    long now = view.storeTime(authorized.call().loop().nanoTime());
    boolean due = rule.isDue(grant, now) || (lease != null && rule.isDue(lease, now));
    if (!due) {
      return Step.go(outcome);
    }
    return Step.go(
        rule.noticeOn(grant, lease, now)
            .<CallOutcome>map(
                notice -> new CallOutcome.Answered(answered.response(), NoticeText.json(notice)))
            .orElse(outcome));
  }

  /** A renewal while the call ran counts: its window is the one that matters now. */
  private AgentView newest(Authorized authorized) {
    Identity identity = authorized.call().identity();
    AgentView current = cache.current(identity);
    return current == null ? authorized.view() : current;
  }

  private static Grant newest(AgentView view, Grant used) {
    Optional<Grant> found =
        view.records().grants().stream().filter(it -> it.id().equals(used.id())).findFirst();
    return found.orElse(used);
  }
}
