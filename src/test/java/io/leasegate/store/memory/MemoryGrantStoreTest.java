package io.leasegate.store.memory;

import io.leasegate.store.FakeClock;
import io.leasegate.store.GrantStoreContract;
import io.leasegate.store.Stores;

class MemoryGrantStoreTest extends GrantStoreContract {

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    return MemoryStores.make(clock, startMillis, most);
  }
}
