package io.leasegate.it;

import io.leasegate.testing.Await;
import io.leasegate.testing.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Two gateways, each a process of its own, in front of one Redis and one upstream, {@code up}.
 * Their logs are in {@code target/replicas/<name>}.
 */
final class Replicas implements AutoCloseable {

  private static final String POLICY =
      """
      version: 1
      agents:
        "*":
          lease: { max_writes: 100000 }
          limits: { rate_limit: "1000/m" }
          capabilities:
            - { match: "up:call:*", auto_approve: true }
      """;

  final CountingUpstream upstream = new CountingUpstream();
  final GatewayProcess a;
  final GatewayProcess b;
  private final Path folder;
  private final String more;

  Replicas(String name, RedisServer redis) {
    this(name, "{ kind: redis, redis: { uri: \"" + redis.uri() + "\" } }");
  }

  Replicas(String name, String store) {
    this(name, store, "");
  }

  /**
   * @param store what stands under {@code store:}, as one line of YAML
   * @param more lines of YAML of the configuration
   */
  Replicas(String name, String store, String more) {
    this.more = more;
    this.folder = Path.of("target/replicas", name).toAbsolutePath();
    try {
      Files.createDirectories(folder);
      for (Path old : logs()) {
        Files.delete(old);
      }
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
    a = over("a", store);
    b = over("b", store);
  }

  /** One replica over that store. */
  GatewayProcess over(String name, String store) {
    return new GatewayProcess(
        name,
        folder,
        "store: "
            + store
            + "\n"
            + "upstreams:\n"
            + "  - name: up\n"
            + "    transport: { kind: http, url: \""
            + upstream.url()
            + "\" }\n"
            + more,
        POLICY);
  }

  /** Starts both and waits until they take calls. */
  void start(Caller caller) {
    for (GatewayProcess each : both()) {
      each.start();
      awaitReady(caller, each);
    }
  }

  static void awaitReady(Caller caller, GatewayProcess gateway) {
    Await.until(gateway.name() + " is ready", () -> caller.ready(gateway));
  }

  /** The lines with that text in all logs. */
  List<String> logged(String text) {
    List<String> found = new ArrayList<>();
    try {
      for (Path log : logs()) {
        Files.readString(log).lines().filter(line -> line.contains(text)).forEach(found::add);
      }
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
    return found;
  }

  private List<Path> logs() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().endsWith(".log")).toList();
    }
  }

  List<GatewayProcess> both() {
    return List.of(a, b);
  }

  @Override
  public void close() {
    a.close();
    b.close();
    upstream.close();
  }
}
