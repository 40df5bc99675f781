package io.leasegate.store.redis;

import io.leasegate.store.FakeClock;
import io.leasegate.store.KeyContract;
import io.leasegate.store.Stores;

final class RedisKeyTest extends KeyContract {

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    return RedisStores.ports(RedisStores.store(clock, startMillis, most));
  }
}
