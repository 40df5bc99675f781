package io.leasegate.grants;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.table.KeyedTable;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.loop.Loop;
import org.jspecify.annotations.Nullable;

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
  private final KeyedTable<Armed> armed = new KeyedTable<>(Armed::grantId);

  public NoticeBoard(Loop home, GrantCache cache, NoticeRule rule, Teller teller) {
    this.home = home;
    this.cache = cache;
    this.rule = rule;
    this.teller = teller;
  }

  /** Takes a grant that has just got a window, or was just ended. From any thread. */
  public void follow(Grant grant) {
    long heardAt = home.nanoTime();
    home.run(() -> arm(grant, heardAt));
  }

  /** Grants whose mark is waited for. On the home loop. */
  public int size() {
    return armed.size();
  }

  private void arm(Grant grant, long heardAt) {
    Armed before = armed.get(grant.id());
    if (grant.revocation().isPresent()) {
      forget(before);
    } else if (before == null || before.grant.windowStart() <= grant.windowStart()) {
      forget(before);
      long delay = (rule.mark(grant) - grant.windowStart()) * 1_000_000L;
      Armed fresh = new Armed(grant);
      armed.put(fresh);
      home.start(fresh, delay - (home.nanoTime() - heardAt));
    }
  }

  private void forget(@Nullable Armed timer) {
    if (timer != null) {
      home.stop(timer);
      armed.remove(timer.grantId());
    }
  }

  /** One for each live grant: it holds nothing that the grant has. */
  private final class Armed extends TimerWheel.Timer {
    private final Grant grant;

    Armed(Grant grant) {
      this.grant = grant;
    }

    String grantId() {
      return grant.id();
    }

    @Override
    protected void fire() {
      armed.remove(grant.id());
      long lateNanos = home.nanoTime() - deadlineNanos();
      cache.get(grant.identity()).onSuccess(view -> tell(view, lateNanos));
    }

    private void tell(AgentView view, long lateNanos) {
      // the view's clock is rounded: it may say that a millisecond is missing to the mark
      long now = Math.max(view.storeTime(home.nanoTime()), rule.mark(grant));
      view.find(grant.id())
          .filter(it -> it.windowStart() == grant.windowStart() && view.isLive(it, now))
          .flatMap(it -> rule.noticeOn(it, view.leaseOf(it).orElse(null), now))
          .ifPresent(notice -> teller.tell(grant.identity(), NoticeText.json(notice), lateNanos));
    }
  }
}
