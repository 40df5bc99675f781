package io.leasegate.app;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import io.leasegate.config.ConfigLoader;
import io.leasegate.config.LoadResult;
import io.leasegate.telemetry.Telemetry;
import io.leasegate.testing.Await;
import io.leasegate.testing.ManualClock;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.ScriptedUpstream;
import io.leasegate.testing.TempFolders;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** The whole gateway in this process, on free ports, under a clock that the test moves. */
public final class RunningGateway implements AutoCloseable {

  /** What is configured, before the gateway starts. */
  public static final class Setup {
    private final Map<String, String> upstreams = new LinkedHashMap<>();
    private final StringBuilder server = new StringBuilder();
    private final StringBuilder limits = new StringBuilder();

    /**
     * Adds an upstream.
     *
     * @param settings YAML lines beside name and transport, each {@code key: value}
     */
    public Setup upstream(String name, String url, String... settings) {
      StringBuilder yaml =
          new StringBuilder(
              "  - name: " + name + "\n    transport: { kind: http, url: \"" + url + "\" }\n");
      for (String setting : settings) {
        yaml.append("    ").append(setting).append('\n');
      }
      upstreams.put(name, yaml.toString());
      return this;
    }

    public Setup upstream(String name, ScriptedUpstream upstream, String... settings) {
      return upstream(name, upstream.url(), settings);
    }

    public Setup without(String name) {
      upstreams.remove(name);
      return this;
    }

    /** Adds {@code key: value} under {@code server}. */
    public Setup server(String setting) {
      server.append("  ").append(setting).append('\n');
      return this;
    }

    /** Adds {@code key: value} under {@code server.limits}. */
    public Setup limit(String setting) {
      limits.append("    ").append(setting).append('\n');
      return this;
    }

    String yaml() {
      return "server:\n"
          + "  agent: { host: 127.0.0.1, port: 0 }\n"
          + "  admin: { host: 127.0.0.1, port: 0, token_file: admin-token }\n"
          + server
          + (limits.isEmpty() ? "" : "  limits:\n" + limits)
          + "store: { kind: memory }\n"
          + "policy: { file: policy.yaml }\n"
          + "data_dir: data\n"
          + (upstreams.isEmpty()
              ? "upstreams: []\n"
              : "upstreams:\n" + String.join("", upstreams.values()));
    }

    /** Starts and waits until every upstream has listed its tools. */
    public RunningGateway start() {
      RunningGateway gateway = startAtOnce();
      gateway.awaitUpstreams();
      return gateway;
    }

    /** Starts and does not wait for upstreams. */
    public RunningGateway startAtOnce() {
      return new RunningGateway(this);
    }
  }

  private static final String POLICY =
      """
      version: 1
      agents:
        "*":
          capabilities:
            - match: "*:*:**"
              auto_approve: true
      """;

  private final ManualClock clock = new ManualClock();
  private final Vertx vertx;
  private final Path directory;
  private final Gateway gateway;
  private final int upstreams;
  private boolean stopped;

  private RunningGateway(Setup setup) {
    upstreams = setup.upstreams.size();
    try {
      directory = Files.createTempDirectory("gateway");
      Files.writeString(directory.resolve("policy.yaml"), POLICY);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
    write(setup);
    LoadResult loaded = ConfigLoader.load(directory.resolve("leasegate.yaml"), Map.of());
    if (!(loaded instanceof LoadResult.Loaded good)) {
      throw new AssertionError(loaded.toString());
    }
    Telemetry telemetry = new Telemetry();
    vertx = GatewayVertx.create(good.config(), telemetry);
    gateway = Await.result(Gateway.start(vertx, good, telemetry, clock));
  }

  public static Setup with(ScriptedUpstream upstream) {
    return new Setup().upstream("up", upstream);
  }

  public static Setup setup() {
    return new Setup();
  }

  private void write(Setup setup) {
    try {
      Files.writeString(directory.resolve("leasegate.yaml"), setup.yaml());
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /** Writes another configuration and has it read. */
  public void reload(Setup setup) {
    write(setup);
    gateway.reloadNow();
  }

  /** Has the files read as they are now. */
  public void reloadFiles() {
    gateway.reloadNow();
  }

  public ManualClock clock() {
    return clock;
  }

  public int port() {
    return URI.create(gateway.agentUrl()).getPort();
  }

  public int adminPort() {
    return URI.create(gateway.adminUrl()).getPort();
  }

  /** A client without a session. */
  public McpClient client() {
    return new McpClient(port());
  }

  /** A client in a session of its own. */
  public McpClient session() {
    return client().initialize();
  }

  public RawResponse admin(String path) {
    return adminRequest("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n");
  }

  public RawResponse adminRequest(String head) {
    try (RawConnection connection = RawConnection.to(adminPort()).send(head)) {
      return connection.read();
    }
  }

  /** Waits until all upstreams are well. */
  public void awaitUpstreams() {
    Await.until(
        "upstreams",
        () -> {
          int well = 0;
          for (JsonNode upstream : status().path("upstreams")) {
            well += upstream.path("ok").asBoolean() ? 1 : 0;
          }
          return well == upstreams;
        });
  }

  /** What operators see. */
  public JsonNode status() {
    return adminRequest(
            "GET /admin/status HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
                + token()
                + "\r\n\r\n")
        .json();
  }

  /** The value of a metric without labels. */
  public double metric(String name) {
    return admin("/metrics")
        .text()
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .mapToDouble(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .sum();
  }

  /** Waits until no request is being answered. */
  public void awaitQuiet() {
    Await.until("quiet", () -> metric("leasegate_calls_in_flight") == 0);
  }

  public void awaitInFlight(int requests) {
    Await.until(
        requests + " in flight", () -> metric("leasegate_calls_in_flight") == (double) requests);
  }

  /** The admin token. */
  public String token() {
    try {
      return Files.readString(directory.resolve("data/admin-token"), UTF_8).strip();
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /** Begins an orderly stop. */
  public io.vertx.core.Future<Void> stop() {
    stopped = true;
    return gateway
        .stop()
        .map(
            done -> {
              TempFolders.remove(directory);
              return null;
            });
  }

  @Override
  public void close() {
    if (!stopped) {
      Await.result(stop());
    }
  }
}
