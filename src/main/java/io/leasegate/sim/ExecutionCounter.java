package io.leasegate.sim;

import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** How often tools with an effect ran, in all and by title. Remembers the newest 100,000 titles. */
final class ExecutionCounter {

  private static final int MAX_TITLES = 100_000;

  private final AtomicLong all = new AtomicLong();
  private final Map<String, AtomicLong> byTitle = new ConcurrentHashMap<>();
  private final Queue<String> oldestFirst = new ConcurrentLinkedQueue<>();
  private final AtomicInteger titles = new AtomicInteger();

  void count() {
    all.incrementAndGet();
  }

  void count(String title) {
    count();
    byTitle.computeIfAbsent(title, this::remember).incrementAndGet();
    if (titles.get() > MAX_TITLES) {
      forgetOldest();
    }
  }

  private AtomicLong remember(String title) {
    oldestFirst.add(title);
    titles.incrementAndGet();
    return new AtomicLong();
  }

  private void forgetOldest() {
    String oldest = oldestFirst.poll();
    if (oldest != null) {
      titles.decrementAndGet();
      byTitle.remove(oldest);
    }
  }

  long total() {
    return all.get();
  }

  long of(String title) {
    AtomicLong count = byTitle.get(title);
    return count == null ? 0 : count.get();
  }

  void reset() {
    all.set(0);
    while (titles.get() > 0 && !oldestFirst.isEmpty()) {
      forgetOldest();
    }
  }
}
