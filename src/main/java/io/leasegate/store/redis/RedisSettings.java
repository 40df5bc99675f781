package io.leasegate.store.redis;

import io.vertx.redis.client.RedisClientType;
import io.vertx.redis.client.RedisOptions;
import io.vertx.redis.client.RedisReplicas;
import io.vertx.redis.client.RedisRole;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where Redis is.
 *
 * @param timeout how long one step may take, connecting included
 * @param acknowledgement what replicas are waited for; not in a cluster
 */
public record RedisSettings(
    Topology topology, Duration timeout, Optional<Acknowledgement> acknowledgement) {

  /** Commands of one connection that wait for their answers. */
  private static final int IN_FLIGHT = 32_768;

  /** How the servers are found. */
  public sealed interface Topology {

    /**
     * One server.
     *
     * @param uri {@code redis://[user:password@]host:port[/db]}, or {@code rediss:} with TLS
     */
    record Standalone(String uri) implements Topology {}

    /**
     * The master that the sentinels name.
     *
     * @param nodes URIs of sentinels
     */
    record Sentinel(String master, List<String> nodes) implements Topology {}

    /**
     * A cluster.
     *
     * @param nodes URIs of some of its nodes
     */
    record Cluster(List<String> nodes) implements Topology {}
  }

  /**
   * How many replicas must have a step before it counts as made.
   *
   * @param replicas 1 or more
   * @param timeout 1 ms or more, shorter than that of a step
   */
  public record Acknowledgement(int replicas, Duration timeout) {}

  public RedisSettings {
    if (timeout.toMillis() < 1) {
      throw new IllegalArgumentException("the timeout of the store is 1 ms or more");
    }
    if (acknowledgement.isPresent() && topology instanceof Topology.Cluster) {
      // the client sends WAIT to any node, and not to the one that ran the step
      throw new IllegalArgumentException("replicas cannot be waited for in a cluster");
    }
  }

  /** Waits for no replica. */
  public RedisSettings(Topology topology, Duration timeout) {
    this(topology, timeout, Optional.empty());
  }

  /** What the client needs to know. Every command goes to a master: replicas lag behind. */
  RedisOptions options() {
    RedisOptions options =
        new RedisOptions()
            .setMaxWaitingHandlers(IN_FLIGHT)
            .setMaxNestedArrays(128)
            .setUseReplicas(RedisReplicas.NEVER);
    options.getNetClientOptions().setConnectTimeout((int) timeout.toMillis()).setTcpNoDelay(true);
    if (topology instanceof Topology.Standalone standalone) {
      return options.setType(RedisClientType.STANDALONE).setConnectionString(standalone.uri());
    }
    if (topology instanceof Topology.Sentinel sentinel) {
      return options
          .setType(RedisClientType.SENTINEL)
          .setRole(RedisRole.MASTER)
          .setMasterName(sentinel.master())
          .setEndpoints(sentinel.nodes());
    }
    return options
        .setType(RedisClientType.CLUSTER)
        .setEndpoints(((Topology.Cluster) topology).nodes());
  }
}
