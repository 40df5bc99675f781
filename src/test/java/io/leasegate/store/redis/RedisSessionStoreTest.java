package io.leasegate.store.redis;

import io.leasegate.store.SessionStore;
import io.leasegate.store.SessionStoreContract;
import io.leasegate.testing.ManualClock;
import java.time.Duration;

/** Sessions in Redis. */
final class RedisSessionStoreTest extends SessionStoreContract {

  private static final long T0 = 1_800_000_000_000L;

  private final ManualClock clock = new ManualClock();

  @Override
  protected SessionStore open() {
    return new RedisSessionStore(RedisStores.store(clock, T0, 5), MAX_SESSIONS, IDLE);
  }

  @Override
  protected void advance(Duration by) {
    clock.advance(by);
  }
}
