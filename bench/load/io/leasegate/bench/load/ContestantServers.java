package io.leasegate.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Starts the stub and every contestant, all of them up at once, and stops them all. */
final class ContestantServers implements Closeable {
  private static final Pattern URL_LINE = Pattern.compile(" ready url=(\\S+)");
  private static final Pattern LEASEGATE_LINE =
      Pattern.compile("^leasegate ready agent=(\\S+) admin=(\\S+)");
  private static final Pattern NO_LINE = Pattern.compile("(?!)");
  private static final int NGINX_TRIES = 100;
  private static final int NGINX_PAUSE_MILLIS = 50;
  private static final Duration LEASEGATE_LIMIT = Duration.ofSeconds(30);

  private final HarnessOptions options;
  private final List<ServerProcess> started = new CopyOnWriteArrayList<>();
  private final Map<String, Endpoint> endpoints = new LinkedHashMap<>();

  private record Endpoint(ServerProcess server, URI mcp) {}

  ContestantServers(HarnessOptions options) throws IOException {
    this.options = options;
    Files.createDirectories(options.work);
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "stop-servers"));
  }

  /** The contestants in the order of their names in the options, each with an open session. */
  List<Contestant> start() throws IOException, InterruptedException {
    var contestants = new ArrayList<Contestant>();
    for (String name : options.contestants()) {
      Endpoint endpoint = endpoint(name);
      String session = McpSession.open(endpoint.mcp());
      RequestTemplate request =
          switch (name) {
            case "leasegate", "before" ->
                RequestTemplate.call(endpoint.mcp(), session, "stub__read");
            case "leasegate-write", "leasegate-redis-write" ->
                RequestTemplate.keyedCall(endpoint.mcp(), session, "stub__write");
            default -> RequestTemplate.call(endpoint.mcp(), session, "read");
          };
      contestants.add(Contestant.of(name, endpoint.mcp(), request, endpoint.server()));
    }
    return contestants;
  }

  /** The upstream of all, started when it is first asked for. */
  ServerProcess stub() throws IOException, InterruptedException {
    return endpoint("direct").server();
  }

  @Override
  public void close() {
    started.forEach(ServerProcess::close);
  }

  private Endpoint endpoint(String contestant) throws IOException, InterruptedException {
    String server = contestant.replace("-write", "");
    Endpoint known = endpoints.get(server);
    if (known != null) {
      return known;
    }
    Endpoint fresh =
        switch (server) {
          case "direct" -> serving(java("stub", URL_LINE, ownClass(StubUpstream.class)));
          case "bare" -> bare("nio");
          case "bare-io_uring" -> bare("io_uring");
          case "leasegate" -> leaseGate("leasegate", options.leaseGateJar);
          case "leasegate-redis" -> leaseGateOnRedis();
          case "before" -> leaseGate("before", options.beforeJar());
          case "nginx" -> nginx();
          default -> throw new IllegalArgumentException("no contestant is called " + contestant);
        };
    endpoints.put(server, fresh);
    return fresh;
  }

  private Endpoint bare(String io) throws IOException, InterruptedException {
    List<String> command =
        ownClass(BareProxy.class, upstream().toString(), Integer.toString(options.loops), io);
    return serving(java("bare-" + io, URL_LINE, command));
  }

  /** It listens before it knows the tools of its upstream: only readiness says that it serves. */
  private Endpoint leaseGate(String name, Path jar) throws IOException, InterruptedException {
    return leaseGate(name, jar, "{ kind: memory }");
  }

  /** Redis keeps nothing on disk here: what is measured is the way to it and its scripts. */
  private Endpoint leaseGateOnRedis() throws IOException, InterruptedException {
    int port = freePort();
    run(
            "redis",
            List.of(
                "redis-server",
                "--bind",
                "127.0.0.1",
                "--port",
                Integer.toString(port),
                "--save",
                "",
                "--appendonly",
                "no",
                "--maxmemory-policy",
                "noeviction"),
            Pattern.compile("Ready to accept connections"))
        .awaitReady();
    return leaseGate(
        "leasegate-redis",
        options.leaseGateJar,
        "{ kind: redis, redis: { uri: \"redis://127.0.0.1:" + port + "/0\" } }");
  }

  private Endpoint leaseGate(String name, Path jar, String store)
      throws IOException, InterruptedException {
    Path config = LeaseGateFiles.write(options.work.resolve(name), upstream(), store);
    ServerProcess server =
        java(
            name,
            LEASEGATE_LINE,
            List.of("-jar", jar.toString(), "serve", "--config", config.toString()));
    MatchResult urls = server.awaitReady();
    Readiness.await(URI.create(urls.group(2) + "/readyz"), LEASEGATE_LIMIT);
    return new Endpoint(server, URI.create(urls.group(1)));
  }

  private Endpoint nginx() throws IOException, InterruptedException {
    int port = freePort();
    Path folder = options.work.resolve("nginx");
    Path config = NginxFiles.write(folder, upstream(), port, options.loops);
    ServerProcess server =
        run(
            "nginx",
            List.of(
                "nginx",
                "-e",
                "stderr",
                "-p",
                folder.toString(),
                "-c",
                config.toAbsolutePath().toString()),
            NO_LINE);
    awaitPort(port);
    return new Endpoint(server, URI.create("http://127.0.0.1:" + port + "/mcp"));
  }

  private URI upstream() throws IOException, InterruptedException {
    return endpoint("direct").mcp();
  }

  private static Endpoint serving(ServerProcess server) throws IOException, InterruptedException {
    return new Endpoint(server, URI.create(server.awaitReady().group(1)));
  }

  /** Every JVM gets the same heap and sees as many processors as it may use loops. */
  private ServerProcess java(String name, Pattern readyLine, List<String> arguments)
      throws IOException {
    Stream<String> jvm =
        Stream.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:ActiveProcessorCount=" + options.loops,
            "-Xms" + options.heap,
            "-Xmx" + options.heap);
    return run(name, Stream.concat(jvm, arguments.stream()).toList(), readyLine);
  }

  private static List<String> ownClass(Class<?> main, String... arguments) {
    Stream<String> start = Stream.of("-cp", System.getProperty("java.class.path"), main.getName());
    return Stream.concat(start, Stream.of(arguments)).toList();
  }

  private ServerProcess run(String name, List<String> command, Pattern readyLine)
      throws IOException {
    ServerProcess server = ServerProcess.start(name, command, options.work, readyLine);
    started.add(server);
    return server;
  }

  private static int freePort() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return socket.getLocalPort();
    }
  }

  private static void awaitPort(int port) throws IOException, InterruptedException {
    for (int i = 0; i < NGINX_TRIES; i++) {
      try {
        new Socket(InetAddress.getLoopbackAddress(), port).close();
        return;
      } catch (IOException notYet) {
        Thread.sleep(NGINX_PAUSE_MILLIS);
      }
    }
    throw new IOException("nginx does not listen on port " + port);
  }
}
