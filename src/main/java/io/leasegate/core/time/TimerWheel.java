package io.leasegate.core.time;

/**
 * Very many timers at the cost of a linked list each (a hashed wheel; Varghese and Lauck, 1987).
 *
 * <p>Starting and stopping a timer is constant time. A timer fires at the first {@link #advance} at
 * or after its deadline, never before. Bound to one thread.
 */
public final class TimerWheel {

  /** A timer; an instance is on at most one wheel at a time and can be started again. */
  public abstract static class Timer {
    private Timer previous = this;
    private Timer next = this;
    private long deadline;
    private boolean armed;

    /** Called once when due, on the wheel's thread. */
    protected abstract void fire();

    /** When it was or is to fire, by the monotonic clock. */
    protected final long deadlineNanos() {
      return deadline;
    }

    public final boolean isArmed() {
      return armed;
    }
  }

  /** The head of a circular list of timers; nothing else. */
  private static final class Head extends Timer {
    @Override
    protected void fire() {
      throw new AssertionError("the head of a list is no timer");
    }
  }

  private final long tickNanos;
  private final Timer[] slots;
  private final Timer due = new Head();
  private long passedTicks;
  private int size;

  /**
   * @param tickNanos how finely deadlines are sorted, more than 0
   * @param slots ticks in one turn of the wheel, a power of two
   * @param nowNanos the monotonic now
   */
  public TimerWheel(long tickNanos, int slots, long nowNanos) {
    if (tickNanos <= 0 || slots <= 0 || Integer.bitCount(slots) != 1) {
      throw new IllegalArgumentException("tick " + tickNanos + ", slots " + slots);
    }
    this.tickNanos = tickNanos;
    this.slots = new Timer[slots];
    for (int i = 0; i < slots; i++) {
      this.slots[i] = new Head();
    }
    this.passedTicks = Math.floorDiv(nowNanos, tickNanos);
  }

  /** Timers that wait. */
  public int size() {
    return size;
  }

  /** Starts the timer, or moves it when it waits already. */
  public void start(Timer timer, long deadlineNanos) {
    stop(timer);
    timer.deadline = deadlineNanos;
    timer.armed = true;
    long tick = Math.max(Math.floorDiv(deadlineNanos, tickNanos), passedTicks);
    append(slots[(int) (tick & (slots.length - 1))], timer);
    size++;
  }

  /** Stops the timer; nothing when it does not wait. */
  public void stop(Timer timer) {
    if (timer.armed) {
      unlink(timer);
    }
  }

  private static void append(Timer head, Timer timer) {
    timer.previous = head.previous;
    timer.next = head;
    head.previous.next = timer;
    head.previous = timer;
  }

  private static void detach(Timer timer) {
    timer.previous.next = timer.next;
    timer.next.previous = timer.previous;
    timer.previous = timer;
    timer.next = timer;
  }

  private void unlink(Timer timer) {
    detach(timer);
    timer.armed = false;
    size--;
  }

  /** Fires what is due. What is started while this runs fires at a later call at the earliest. */
  public void advance(long nowNanos) {
    long nowTick = Math.floorDiv(nowNanos, tickNanos);
    long first = Math.max(passedTicks, nowTick - slots.length + 1);
    passedTicks = nowTick;
    for (long tick = first; tick <= nowTick; tick++) {
      Timer head = slots[(int) (tick & (slots.length - 1))];
      for (Timer timer = head.next; timer != head; ) {
        Timer following = timer.next;
        if (timer.deadline - nowNanos <= 0) {
          detach(timer);
          append(due, timer);
        }
        timer = following;
      }
    }
    while (due.next != due) {
      Timer timer = due.next;
      unlink(timer);
      timer.fire();
    }
  }
}
