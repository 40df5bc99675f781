package io.leasegate.grants;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.notice.Notice;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.loop.Loop;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Tells agents without a call, at the mark, that a grant is about to end: one timer for each live
 * grant on the home loop's wheel. Each window of a grant is told once.
 */
public final class NoticeBoard {

  /** Takes a notice to wherever the agent listens. */
  @FunctionalInterface
  public interface Teller {
    /**
     * @param notice a JSON object
     * @param lateNanos how long behind the mark
     */
    void tell(Identity identity, String notice, long lateNanos);
  }

  private final Loop home;
  private final GrantCache cache;
  private final NoticeRule rule;
  private final Teller teller;
  private final Map<String, Armed> armed = new HashMap<>();

  public NoticeBoard(Loop home, GrantCache cache, NoticeRule rule, Teller teller) {
    this.home = home;
    this.cache = cache;
    this.rule = rule;
    this.teller = teller;
  }

  /** Follows what the agent holds. From any thread. */
  public void follow(Identity identity, AgentView view) {
    home.run(() -> arm(identity, view));
  }

  /** Grants whose mark is waited for. On the home loop. */
  public int size() {
    return armed.size();
  }

  private void arm(Identity identity, AgentView followed) {
    AgentView view = newest(identity, followed);
    long nanos = home.nanoTime();
    long now = view.storeTime(nanos);
    for (Grant grant : view.records().grants()) {
      Armed timer = armed.get(grant.id());
      if (!view.isLive(grant, now)) {
        if (timer != null) {
          home.stop(timer);
          armed.remove(grant.id());
        }
      } else if (timer == null || timer.windowStart != grant.windowStart()) {
        if (timer != null) {
          home.stop(timer);
        }
        long mark = rule.mark(grant);
        Armed fresh = new Armed(identity, grant.id(), grant.windowStart());
        if (mark > now) {
          fresh.dueAt = nanos + (mark - now) * 1_000_000L;
          armed.put(grant.id(), fresh);
          home.start(fresh, fresh.dueAt - nanos);
        } else {
          armed.remove(grant.id());
        }
      }
    }
  }

  /** Views come from every thread, and an older one may come behind a newer one. */
  private AgentView newest(Identity identity, AgentView followed) {
    AgentView current = cache.current(identity);
    return current != null && current.records().revision() > followed.records().revision()
        ? current
        : followed;
  }

  private final class Armed extends TimerWheel.Timer {
    private final Identity identity;
    private final String grantId;
    private final long windowStart;
    private long dueAt;

    Armed(Identity identity, String grantId, long windowStart) {
      this.identity = identity;
      this.grantId = grantId;
      this.windowStart = windowStart;
    }

    @Override
    protected void fire() {
      armed.remove(grantId, this);
      long firedAt = home.nanoTime();
      cache.get(identity).onSuccess(view -> tell(view, firedAt));
    }

    /**
     * Two views can differ by part of a millisecond, by which this one may not have come to the
     * mark that the timer was set by.
     */
    private Optional<Notice> notice(Grant grant, AgentView view, long now) {
      return rule.noticeOn(
          grant, view.leaseOf(grant).orElse(null), Math.max(now, rule.mark(grant)));
    }

    private void tell(AgentView view, long firedAt) {
      long now = view.storeTime(home.nanoTime());
      view.live(now).stream()
          .filter(grant -> grant.id().equals(grantId) && grant.windowStart() == windowStart)
          .findFirst()
          .flatMap(grant -> notice(grant, view, now))
          .ifPresent(notice -> teller.tell(identity, NoticeText.json(notice), firedAt - dueAt));
    }
  }
}
