package io.leasegate.audit;

import io.leasegate.core.call.Identity;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Calls that leave no entry of their own, counted until the next flush writes one entry for all
 * alike. Lock-free; safe from every thread.
 */
public final class CallCounts {

  /** Different calls that are counted between two flushes. */
  public static final int MOST = 10_000;

  /** Entries of one step: it holds up who waits for the workspace. */
  private static final int BATCH = 256;

  /** A counter that was taken; what counts on it has to look for its successor. */
  private static final long TAKEN = Long.MIN_VALUE;

  /** Takes entries into the log. */
  public interface Log {
    Future<Void> append(String workspace, List<AuditDraft> entries);
  }

  private record Calls(
      Identity identity, String upstream, String tool, @Nullable String grantId, String outcome) {}

  private static final class Counter extends AtomicLong {
    private static final long serialVersionUID = 1L;

    private final long since;
    private volatile long until;

    Counter(long count, long since, long until) {
      super(count);
      this.since = since;
      this.until = until;
    }
  }

  /** What a flush took out. */
  private record Taken(Calls calls, long count, long since, long until) {
    AuditDraft entry() {
      return AuditDraft.of(AuditKind.CALL, "calls_counted", calls.identity.agent())
          .with("upstream", calls.upstream)
          .with("tool", calls.tool)
          .with("grant_id", Optional.ofNullable(calls.grantId))
          .with("outcome", calls.outcome)
          .with("count", count)
          .with("since", AuditTime.of(since))
          .with("until", AuditTime.of(until));
    }
  }

  private final LongSupplier now;
  private final ConcurrentHashMap<Calls, Counter> counters = new ConcurrentHashMap<>();
  private final AtomicInteger size = new AtomicInteger();

  /**
   * @param now ms since 1970
   */
  public CallCounts(LongSupplier now) {
    this.now = now;
  }

  /**
   * Counts a call.
   *
   * @param grantId that covered it; null: none
   * @param outcome in one word
   * @return false when too many different calls wait to be written down: the call must be refused
   */
  public boolean count(
      Identity identity, String upstream, String tool, @Nullable String grantId, String outcome) {
    Calls calls = new Calls(identity, upstream, tool, grantId, outcome);
    long at = now.getAsLong();
    while (true) {
      Counter counter = counters.get(calls);
      if (counter != null) {
        if (counter.incrementAndGet() > 0) {
          counter.until = at;
          return true;
        }
        counters.remove(calls, counter);
        continue;
      }
      if (size.incrementAndGet() > MOST) {
        size.decrementAndGet();
        return false;
      }
      if (counters.putIfAbsent(calls, new Counter(1, at, at)) == null) {
        return true;
      }
      size.decrementAndGet();
    }
  }

  /** Whether a flush would write something. */
  public boolean isEmpty() {
    return counters.isEmpty();
  }

  /**
   * Writes what was counted, in order of workspaces. What cannot be written is counted on; the
   * future fails then.
   */
  public Future<Void> flush(Log log) {
    Map<String, List<Taken>> byWorkspace = new HashMap<>();
    counters.forEach(
        (calls, counter) -> {
          long count = counter.getAndSet(TAKEN);
          counters.remove(calls, counter);
          size.decrementAndGet();
          byWorkspace
              .computeIfAbsent(calls.identity.workspace(), it -> new ArrayList<>())
              .add(new Taken(calls, count, counter.since, counter.until));
        });
    List<Future<Void>> writes = new ArrayList<>();
    byWorkspace.forEach(
        (workspace, taken) -> {
          for (int from = 0; from < taken.size(); from += BATCH) {
            List<Taken> some = taken.subList(from, Math.min(taken.size(), from + BATCH));
            writes.add(
                log.append(workspace, some.stream().map(Taken::entry).toList())
                    .onFailure(away -> some.forEach(this::putBack)));
          }
        });
    return Future.join(writes).mapEmpty();
  }

  private void putBack(Taken taken) {
    counters.compute(
        taken.calls,
        (calls, later) -> {
          if (later == null) {
            size.incrementAndGet();
            return new Counter(taken.count, taken.since, taken.until);
          }
          long more = Math.max(0, later.getAndSet(TAKEN));
          return new Counter(taken.count + more, taken.since, later.until);
        });
  }
}
