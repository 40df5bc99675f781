package io.leasegate.store.redis;

import io.leasegate.core.time.NanoClock;
import io.leasegate.testing.RedisCluster;

/** The Redis store on a cluster of three. */
final class ClusterStores {

  private static final class Shared {
    static final RedisCluster CLUSTER = RedisCluster.start(3);
    static final RedisLink LINK =
        RedisStores.link(new RedisSettings.Topology.Cluster(CLUSTER.uris()));
  }

  private ClusterStores() {}

  static RedisCluster cluster() {
    return Shared.CLUSTER;
  }

  /** An empty store. */
  static RedisStore store(NanoClock clock, long startMillis, int most) {
    RedisLink link = Shared.LINK;
    Shared.CLUSTER.flush();
    return RedisStores.founded(RedisStores.store(link, clock, startMillis, most));
  }

  /** One with connections of its own, not started. */
  static RedisStore ownStore(NanoClock clock, long startMillis) {
    RedisLink link =
        RedisStores.unconnected(new RedisSettings.Topology.Cluster(Shared.CLUSTER.uris()));
    return RedisStores.store(link, clock, startMillis, 5);
  }
}
