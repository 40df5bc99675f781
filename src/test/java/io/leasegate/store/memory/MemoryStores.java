package io.leasegate.store.memory;

import io.leasegate.store.FakeClock;
import io.leasegate.store.StoreContract;
import io.leasegate.store.Stores;
import io.vertx.core.Future;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;

/** The memory store behind all its ports. */
public final class MemoryStores {

  private MemoryStores() {}

  /** Runs work where it is asked for. */
  static final class SameThread implements MemoryAuditLog.Worker {
    @Override
    public <T> Future<T> run(Callable<T> work) {
      try {
        return Future.succeededFuture(work.call());
      } catch (Exception e) {
        return Future.failedFuture(e);
      }
    }
  }

  public static Stores make(FakeClock clock, long startMillis, int most) {
    AtomicLong audit = new AtomicLong();
    MemoryStore store =
        new MemoryStore(
            clock,
            startMillis,
            new MemoryStore.Bounds(
                most,
                most,
                StoreContract.RETENTION,
                StoreContract.AUDIT_ENTRIES,
                StoreContract.AUDIT_RETENTION),
            () -> "a-" + audit.incrementAndGet());
    return new Stores(
        new MemoryGrantStore(store),
        new MemoryLeaseStore(store),
        new MemoryCallStore(store),
        new MemoryApprovalStore(store),
        new MemoryIdempotencyStore(store),
        new MemoryAuditLog(store, new SameThread()));
  }
}
