package io.leasegate.store.memory;

import io.leasegate.store.SessionStore;
import io.leasegate.store.SessionStoreContract;
import io.leasegate.testing.ManualClock;
import java.time.Duration;

/** Sessions in memory. */
final class MemorySessionStoreTest extends SessionStoreContract {

  private final ManualClock clock = new ManualClock();

  @Override
  protected SessionStore open() {
    return new MemorySessionStore(MAX_SESSIONS, IDLE.toNanos(), clock);
  }

  @Override
  protected void advance(Duration by) {
    clock.advance(by);
  }
}
