package io.leasegate.app;

import io.leasegate.app.demo.ReadyProbe;
import io.leasegate.config.ConfigLoader;
import io.leasegate.config.LoadResult;
import io.leasegate.telemetry.Telemetry;
import io.leasegate.testing.Await;
import io.leasegate.testing.ManualClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A gateway in this process in front of the simulated upstream, {@code sim}, for the commands of
 * operators. No time passes for it.
 */
final class OperatedGateway implements AutoCloseable {

  private static final Duration READY_WITHIN = Duration.ofMinutes(1);

  private static final String CONFIG =
      """
      server:
        agent: { port: 0 }
        admin: { port: 0 }
        limits: { drain: 1s }
      upstreams:
        - { name: sim, transport: { kind: builtin } }
      """;

  private final Path folder;
  private final Path config;
  private final Path policy;
  private final Gateway gateway;

  /**
   * Starts it; it is ready when this returns.
   *
   * @param folder where its files are, of the test
   * @param more YAML of the configuration
   * @param rules YAML of the policy: a list of what everybody may
   */
  OperatedGateway(Path folder, String more, String rules) throws IOException, InterruptedException {
    this.folder = folder;
    config = Files.writeString(folder.resolve("leasegate.yaml"), CONFIG + more);
    policy =
        Files.writeString(
            folder.resolve("policy.yaml"),
            "version: 1\nagents:\n  \"*\":\n    capabilities:\n" + rules.indent(6));
    LoadResult.Loaded loaded = (LoadResult.Loaded) ConfigLoader.load(config, Map.of());
    Telemetry telemetry = new Telemetry();
    gateway =
        Await.result(
            Gateway.start(
                GatewayVertx.create(loaded.config(), telemetry),
                loaded,
                telemetry,
                new ManualClock()));
    ReadyProbe.await(URI.create(gateway.adminUrl()), READY_WITHIN);
  }

  Path config() {
    return config;
  }

  Path policy() {
    return policy;
  }

  String agentUrl() {
    return gateway.agentUrl();
  }

  String adminUrl() {
    return gateway.adminUrl();
  }

  /** The file with the operators' token. */
  Path token() {
    return folder.resolve("data/admin-token");
  }

  ToolCaller agent(String name) throws IOException, InterruptedException {
    return new ToolCaller(agentUrl(), name);
  }

  /** Runs a command that asks this gateway. */
  CommandRun run(String... command) {
    List<String> arguments = new ArrayList<>(List.of(command));
    arguments.addAll(List.of("--admin-url", adminUrl(), "--token-file", token().toString()));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  /** A request to the admin API, with the token. */
  HttpResponse<String> send(String path, HttpRequest.Builder request)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            request
                .uri(URI.create(adminUrl() + path))
                .header("authorization", "Bearer " + Files.readString(token()).strip())
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    Await.result(gateway.stop());
  }
}
