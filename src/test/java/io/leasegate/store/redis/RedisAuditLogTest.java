package io.leasegate.store.redis;

import io.leasegate.store.AuditLogContract;
import io.leasegate.store.FakeClock;
import io.leasegate.store.Stores;

class RedisAuditLogTest extends AuditLogContract {

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    return RedisStores.ports(RedisStores.store(clock, startMillis, most));
  }
}
