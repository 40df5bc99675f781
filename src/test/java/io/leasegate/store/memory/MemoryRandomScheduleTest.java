package io.leasegate.store.memory;

import io.leasegate.store.FakeClock;
import io.leasegate.store.RandomScheduleContract;
import io.leasegate.store.Stores;

class MemoryRandomScheduleTest extends RandomScheduleContract {

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    return MemoryStores.make(clock, startMillis, most);
  }
}
