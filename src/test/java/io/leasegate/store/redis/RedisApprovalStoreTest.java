package io.leasegate.store.redis;

import io.leasegate.store.ApprovalStoreContract;
import io.leasegate.store.FakeClock;
import io.leasegate.store.Stores;
import io.leasegate.testing.Await;
import org.jspecify.annotations.Nullable;

class RedisApprovalStoreTest extends ApprovalStoreContract {

  private @Nullable RedisStore store;

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    store = RedisStores.store(clock, startMillis, most);
    return RedisStores.ports(store);
  }

  @Override
  protected void recount() {
    Await.result(java.util.Objects.requireNonNull(store).counts().recount());
  }
}
