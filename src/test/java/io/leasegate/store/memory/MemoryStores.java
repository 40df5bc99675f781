package io.leasegate.store.memory;

import io.leasegate.store.FakeClock;
import io.leasegate.store.StoreContract;
import io.leasegate.store.Stores;
import java.util.concurrent.atomic.AtomicLong;

/** The memory store behind all its ports. */
public final class MemoryStores {

  private MemoryStores() {}

  public static Stores make(FakeClock clock, long startMillis, int most) {
    AtomicLong audit = new AtomicLong();
    MemoryStore store =
        new MemoryStore(
            clock,
            startMillis,
            new MemoryStore.Bounds(most, most, StoreContract.RETENTION),
            () -> "a-" + audit.incrementAndGet());
    return new Stores(
        new MemoryGrantStore(store),
        new MemoryLeaseStore(store),
        new MemoryCallStore(store),
        new MemoryApprovalStore(store),
        new MemoryIdempotencyStore(store));
  }
}
