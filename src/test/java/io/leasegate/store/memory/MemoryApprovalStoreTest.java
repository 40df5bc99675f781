package io.leasegate.store.memory;

import io.leasegate.store.ApprovalStoreContract;
import io.leasegate.store.FakeClock;
import io.leasegate.store.Stores;

class MemoryApprovalStoreTest extends ApprovalStoreContract {

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    return MemoryStores.make(clock, startMillis, most);
  }
}
