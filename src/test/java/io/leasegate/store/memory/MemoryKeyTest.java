package io.leasegate.store.memory;

import io.leasegate.store.FakeClock;
import io.leasegate.store.KeyContract;
import io.leasegate.store.Stores;

final class MemoryKeyTest extends KeyContract {

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    return MemoryStores.make(clock, startMillis, most);
  }
}
