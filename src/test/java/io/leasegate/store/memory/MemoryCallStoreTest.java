package io.leasegate.store.memory;

import io.leasegate.store.CallStoreContract;
import io.leasegate.store.FakeClock;
import io.leasegate.store.Stores;

class MemoryCallStoreTest extends CallStoreContract {

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    return MemoryStores.make(clock, startMillis, most);
  }
}
