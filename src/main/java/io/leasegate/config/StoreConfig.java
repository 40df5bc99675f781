package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Where grants, leases, keys and the audit are kept. */
public sealed interface StoreConfig {

  /** In the process; gone with it. */
  record Memory() implements StoreConfig {}

  /** In a directory on a local disk, made when missing. */
  record FileStore(Path path) implements StoreConfig {}

  /**
   * In Redis, shared by replicas.
   *
   * @param uri {@code redis://} or {@code rediss://}, with the credentials; never shown
   * @param timeout of one step, 1 ms..1 min
   * @param maxStaleness how long reads go on under grants that could not be confirmed, 1 ms..1 min
   * @param await what replicas of Redis are waited for, shorter than {@code timeout}
   */
  record Redis(URI uri, RedisMode mode, Duration timeout, Duration maxStaleness, ReplicaWait await)
      implements StoreConfig {

    static final Range<Duration> WAIT =
        Range.durations(Duration.ofMillis(1), Duration.ofMinutes(1));

    public Redis {
      WAIT.require("timeout", timeout);
      WAIT.require("max_staleness", maxStaleness);
      require(
          await.isOff() || await.timeout().compareTo(timeout) < 0,
          "wait.timeout",
          "must be shorter than store.redis.timeout: nothing else is answered meanwhile");
      require(
          await.isOff() || !(mode instanceof Cluster),
          "wait",
          "does not go with mode: cluster; use min-replicas-to-write of Redis, or mode: sentinel");
    }

    /** Without the user name and password of the URI. */
    @Override
    public String toString() {
      return "Redis[uri="
          + uri.getScheme()
          + "://"
          + uri.getHost()
          + ":"
          + uri.getPort()
          + ", mode="
          + mode
          + ", timeout="
          + timeout
          + ", maxStaleness="
          + maxStaleness
          + ", wait="
          + await
          + "]";
    }
  }

  /**
   * Replicas of Redis that must have what a call writes.
   *
   * @param replicas how many, 0..10; 0: none is waited for
   * @param timeout how long they are waited for, 1 ms..1 min
   */
  record ReplicaWait(int replicas, Duration timeout) {

    static final Range<Integer> REPLICAS = Range.integers(0, 10);

    public ReplicaWait {
      REPLICAS.require("replicas", replicas);
      Redis.WAIT.require("timeout", timeout);
    }

    public boolean isOff() {
      return replicas == 0;
    }
  }

  /** How Redis is run. */
  sealed interface RedisMode {}

  record Standalone() implements RedisMode {}

  /**
   * A primary found by Sentinels.
   *
   * @param master the name that the Sentinels know it by
   * @param nodes the Sentinels, at least one
   */
  record Sentinel(String master, List<HostAndPort> nodes) implements RedisMode {
    public Sentinel {
      nodes = atLeastOne(nodes);
    }
  }

  /** A cluster, found by at least one of its nodes. */
  record Cluster(List<HostAndPort> nodes) implements RedisMode {
    public Cluster {
      nodes = atLeastOne(nodes);
    }
  }

  private static List<HostAndPort> atLeastOne(List<HostAndPort> nodes) {
    require(!nodes.isEmpty(), "nodes", "is required: expected at least one host:port");
    return List.copyOf(nodes);
  }
}
