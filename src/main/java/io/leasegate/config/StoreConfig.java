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
   */
  record Redis(URI uri, RedisMode mode, Duration timeout, Duration maxStaleness)
      implements StoreConfig {

    static final Range<Duration> WAIT =
        Range.durations(Duration.ofMillis(1), Duration.ofMinutes(1));

    public Redis {
      WAIT.require("timeout", timeout);
      WAIT.require("max_staleness", maxStaleness);
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
          + "]";
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
