package io.leasegate.core.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class TimerWheelTest {

  private final List<String> fired = new ArrayList<>();
  private final TimerWheel wheel = new TimerWheel(10, 8, 0);

  private TimerWheel.Timer timer(String name) {
    return new TimerWheel.Timer() {
      @Override
      protected void fire() {
        fired.add(name);
      }
    };
  }

  @Test
  void aTimerFiresOnceAtItsDeadlineAndNotBefore() {
    wheel.start(timer("a"), 25);
    wheel.advance(24);
    assertThat(fired).isEmpty();
    wheel.advance(25);
    wheel.advance(1000);
    assertThat(fired).containsExactly("a");
    assertThat(wheel.size()).isZero();
  }

  @Test
  void aDeadlineBeyondOneTurnWaitsForItsTurn() {
    wheel.start(timer("far"), 500);
    for (long now = 0; now < 500; now += 7) {
      wheel.advance(now);
    }
    assertThat(fired).isEmpty();
    wheel.advance(500);
    assertThat(fired).containsExactly("far");
  }

  @Test
  void aTimerStartedOrStoppedWhileOthersFireIsTreatedRight() {
    TimerWheel.Timer victim = timer("victim");
    TimerWheel.Timer again = timer("again");
    wheel.start(
        new TimerWheel.Timer() {
          @Override
          protected void fire() {
            wheel.stop(victim);
            wheel.start(again, 0);
          }
        },
        10);
    wheel.start(victim, 10);
    wheel.advance(10);
    assertThat(fired).isEmpty();
    wheel.advance(10);
    assertThat(fired).containsExactly("again");
  }

  /** Against the obvious: a map of deadlines, asked at every step. */
  @Property(tries = 200)
  void firesWhatAnObviousTimerListFires(@ForAll long seed) {
    Random random = new Random(seed);
    long now = random.nextInt(100) - 50L;
    TimerWheel tested = new TimerWheel(1 + random.nextInt(20), 16, now);
    Map<TimerWheel.Timer, Long> obvious = new HashMap<>();
    List<TimerWheel.Timer> all = new ArrayList<>();
    List<TimerWheel.Timer> ran = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      all.add(
          new TimerWheel.Timer() {
            @Override
            protected void fire() {
              ran.add(this);
            }
          });
    }
    for (int step = 0; step < 300; step++) {
      TimerWheel.Timer t = all.get(random.nextInt(all.size()));
      if (random.nextBoolean()) {
        long deadline = now + random.nextInt(800) - 20L;
        tested.start(t, deadline);
        obvious.put(t, deadline);
      } else if (random.nextInt(4) == 0) {
        tested.stop(t);
        obvious.remove(t);
      }
      now += random.nextInt(3) == 0 ? random.nextInt(400) : random.nextInt(10);
      ran.clear();
      tested.advance(now);
      List<TimerWheel.Timer> due = new ArrayList<>();
      for (Map.Entry<TimerWheel.Timer, Long> e : obvious.entrySet()) {
        if (e.getValue() <= now) {
          due.add(e.getKey());
        }
      }
      obvious.keySet().removeAll(due);
      assertThat(ran).containsExactlyInAnyOrderElementsOf(due);
      assertThat(tested.size()).isEqualTo(obvious.size());
    }
  }
}
