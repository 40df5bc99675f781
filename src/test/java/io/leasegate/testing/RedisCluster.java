package io.leasegate.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Real servers that share the slots: a cluster without replicas, on the loopback. */
public final class RedisCluster implements AutoCloseable {

  private static final int SLOTS = 16_384;

  private final List<RedisServer> nodes = new ArrayList<>();

  private RedisCluster() {}

  /** Starts one; it takes commands when this returns. */
  public static RedisCluster start(int shards) {
    RedisCluster cluster = new RedisCluster();
    for (int i = 0; i < shards; i++) {
      cluster.nodes.add(RedisServer.start("--cluster-enabled", "yes"));
    }
    for (int i = 0; i < shards; i++) {
      cluster.join(i, i * SLOTS / shards, (i + 1) * SLOTS / shards);
    }
    Await.until("the nodes know each other", cluster::isComplete);
    return cluster;
  }

  private void join(int node, int from, int to) {
    List<String> slots = new ArrayList<>(List.of("CLUSTER", "ADDSLOTS"));
    for (int slot = from; slot < to; slot++) {
      slots.add(String.valueOf(slot));
    }
    try (RedisCommands commands = nodes.get(node).commands()) {
      commands.send("CLUSTER", "SET-CONFIG-EPOCH", String.valueOf(node + 1));
      commands.send(slots.toArray(String[]::new));
      if (node > 0) {
        commands.send("CLUSTER", "MEET", "127.0.0.1", String.valueOf(nodes.get(0).port()));
      }
    }
  }

  private boolean isComplete() {
    return nodes.stream()
        .allMatch(
            node -> {
              try (RedisCommands commands = node.commands()) {
                String info = (String) Objects.requireNonNull(commands.send("CLUSTER", "INFO"));
                return info.contains("cluster_state:ok")
                    && info.contains("cluster_known_nodes:" + nodes.size());
              }
            });
  }

  public List<String> uris() {
    return nodes.stream().map(RedisServer::uri).toList();
  }

  /** A connection to one of its nodes, for the test. */
  public RedisCommands commands(int node) {
    return nodes.get(node).commands();
  }

  /** Forgets everything on all nodes. */
  public void flush() {
    for (RedisServer node : nodes) {
      try (RedisCommands commands = node.commands()) {
        commands.send("FLUSHALL");
        commands.send("SCRIPT", "FLUSH");
      }
    }
  }

  @Override
  public void close() {
    nodes.forEach(RedisServer::close);
  }
}
