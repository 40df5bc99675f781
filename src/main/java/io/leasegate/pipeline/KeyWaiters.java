package io.leasegate.pipeline;

import io.leasegate.core.call.Identity;
import io.leasegate.core.idempotency.IdempotencyKey;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.Cancellation;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Calls that wait for the execution of their key by another call, first come, first served.
 *
 * <p>All of a key's waiters are told when its execution has ended here or the store hints at it.
 * Beside that the first of them is told to look again every second, because hints get lost: of many
 * waiters only one asks the store. The books are kept on the home loop.
 */
public final class KeyWaiters {

  /** Why a wait is over. */
  enum Woken {
    /** Something may have changed: look again. */
    LOOK_AGAIN,
    TIME_IS_UP,
    /** The client does not wait any more. */
    CANCELLED,
    /** Too many wait already. */
    FULL
  }

  private static final long LOOK_NANOS = 1_000_000_000L;
  private static final int MOST_PER_KEY = 1_000;
  private static final int MOST = 10_000;

  private record Key(Identity identity, IdempotencyKey key) {}

  private final Loop home;
  private final Map<Key, Queue> queues = new HashMap<>();
  private int waiting;

  public KeyWaiters(Loop home) {
    this.home = home;
  }

  /**
   * Waits once.
   *
   * @param until the loop's time at which the wait ends anyway
   */
  Future<Woken> await(
      Loop loop, Identity identity, IdempotencyKey key, long until, Cancellation cancellation) {
    Waiter waiter = new Waiter(loop, new Key(identity, key));
    loop.start(waiter, until - loop.nanoTime());
    home.run(() -> add(waiter));
    // behind the add: one that was cancelled before leaves the queue again
    cancellation.onCancel(() -> waiter.wake(Woken.CANCELLED));
    return waiter.promise.future();
  }

  /** The execution of a key has ended, or may have. From every thread. */
  public void ended(Identity identity, IdempotencyKey key) {
    home.run(
        () -> {
          Queue queue = queues.remove(new Key(identity, key));
          if (queue != null) {
            home.stop(queue);
            waiting -= queue.waiters.size();
            List.copyOf(queue.waiters).forEach(waiter -> waiter.wakeFrom(Woken.LOOK_AGAIN));
          }
        });
  }

  private void add(Waiter waiter) {
    Queue queue = queues.get(waiter.key);
    if (waiting >= MOST || (queue != null && queue.waiters.size() >= MOST_PER_KEY)) {
      waiter.wakeFrom(Woken.FULL);
      return;
    }
    if (queue == null) {
      queue = new Queue(waiter.key);
      queues.put(waiter.key, queue);
      // it may have ended between the look that led here and now: nobody would hear of that
      home.start(queue, 0);
    }
    queue.waiters.add(waiter);
    waiting++;
  }

  private void remove(Waiter waiter) {
    Queue queue = queues.get(waiter.key);
    if (queue != null && queue.waiters.remove(waiter)) {
      waiting--;
    }
  }

  /** The waiters of one key, and the timer that sends the first one to look. */
  private final class Queue extends TimerWheel.Timer {
    private final Key key;
    private final ArrayDeque<Waiter> waiters = new ArrayDeque<>();

    Queue(Key key) {
      this.key = key;
    }

    @Override
    protected void fire() {
      Waiter first = waiters.poll();
      if (first == null) {
        queues.remove(key);
      } else {
        // the queue stays while its first one looks: that one comes back to it, or says what it saw
        home.start(this, LOOK_NANOS);
        waiting--;
        first.wakeFrom(Woken.LOOK_AGAIN);
      }
    }
  }

  /** One call that waits; its timer and its promise live on its own loop. */
  private final class Waiter extends TimerWheel.Timer {
    private final Loop loop;
    private final Key key;
    private final Promise<Woken> promise = Promise.promise();
    private boolean done;

    Waiter(Loop loop, Key key) {
      this.loop = loop;
      this.key = key;
    }

    @Override
    protected void fire() {
      wake(Woken.TIME_IS_UP);
    }

    /** From its own loop: the books do not know yet. */
    void wake(Woken why) {
      if (end(why)) {
        home.run(() -> remove(this));
      }
    }

    /** From the home loop, where it is in no queue any more. */
    void wakeFrom(Woken why) {
      loop.run(() -> end(why));
    }

    private boolean end(Woken why) {
      if (done) {
        return false;
      }
      done = true;
      loop.stop(this);
      promise.complete(why);
      return true;
    }
  }
}
