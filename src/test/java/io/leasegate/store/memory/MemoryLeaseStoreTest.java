package io.leasegate.store.memory;

import io.leasegate.store.FakeClock;
import io.leasegate.store.LeaseStoreContract;
import io.leasegate.store.Stores;

class MemoryLeaseStoreTest extends LeaseStoreContract {

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    return MemoryStores.make(clock, startMillis, most);
  }
}
