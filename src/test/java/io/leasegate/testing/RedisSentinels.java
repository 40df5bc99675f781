package io.leasegate.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A real master with one replica, and a sentinel that moves the mastership when the master dies.
 */
public final class RedisSentinels implements AutoCloseable {

  /** What the sentinel calls them. */
  public static final String MASTER = "store";

  private final RedisServer first = RedisServer.start();
  private final RedisServer second =
      RedisServer.start("--replicaof", "127.0.0.1", String.valueOf(first.port()));
  private final RedisServer sentinel;
  private final Path folder;

  /** Starts them; the replica follows when this returns. */
  public RedisSentinels() {
    Await.until("the replica follows", () -> info(second).contains("master_link_status:up"));
    try {
      folder = Files.createTempDirectory("leasegate-sentinel");
      Path file = folder.resolve("sentinel.conf");
      Files.write(
          file,
          List.of(
              "sentinel monitor " + MASTER + " 127.0.0.1 " + first.port() + " 1",
              "sentinel down-after-milliseconds " + MASTER + " 500",
              "sentinel failover-timeout " + MASTER + " 2000"));
      sentinel = RedisServer.startSentinel(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Await.until("the sentinel knows the replica", () -> masters().contains("slaves=1"));
  }

  private static String info(RedisServer server) {
    try (RedisCommands commands = server.commands()) {
      return String.valueOf(commands.send("INFO", "replication"));
    }
  }

  private String masters() {
    try (RedisCommands commands = sentinel.commands()) {
      return String.valueOf(commands.send("INFO", "sentinel"));
    }
  }

  public List<String> uris() {
    return List.of(sentinel.uri());
  }

  /** Waits until the replica has all that the master has acknowledged by now. */
  public void awaitReplicated() {
    long acknowledged = offset(first, "master_repl_offset:");
    Await.until(
        "the replica has it too", () -> offset(second, "slave_repl_offset:") >= acknowledged);
  }

  private static long offset(RedisServer server, String field) {
    return info(server)
        .lines()
        .filter(line -> line.startsWith(field))
        .mapToLong(line -> Long.parseLong(line.substring(field.length()).strip()))
        .findFirst()
        .orElse(-1);
  }

  /**
   * Kills the master; the replica is the master when this returns. It may lack what was
   * acknowledged last.
   */
  public void failOver() {
    first.kill();
    Await.until("the replica is the master", () -> isMaster(second));
  }

  /** A sentinel that makes a replica the master cuts its connections, that of who looks too. */
  private static boolean isMaster(RedisServer server) {
    try {
      return info(server).contains("role:master");
    } catch (UncheckedIOException cut) {
      return false;
    }
  }

  @Override
  public void close() {
    sentinel.close();
    second.close();
    first.close();
    TempFolders.remove(folder);
  }
}
