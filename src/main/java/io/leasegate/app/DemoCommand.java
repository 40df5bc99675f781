package io.leasegate.app;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.leasegate.app.demo.ClientSetup;
import io.leasegate.app.demo.DemoFolder;
import io.leasegate.app.demo.DemoGateway;
import io.leasegate.app.demo.ReadyProbe;
import io.leasegate.app.demo.Scene;
import io.leasegate.app.demo.Story;
import io.leasegate.config.ConfigLoader;
import io.leasegate.config.ConfigProblem;
import io.leasegate.config.LoadResult;
import io.leasegate.core.time.NanoClock;
import io.leasegate.telemetry.Telemetry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Shows the gateway at work: a real one, spoken to over HTTP, with nothing that stays behind. */
@Command(
    name = "demo",
    description = {
      "Starts a gateway with a simulated tool server and shows it at work.",
      "Afterwards it goes on serving, for you to try; Ctrl-C ends it. Nothing is left behind."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      "0:ended by a signal; with --once: every step went as expected",
      "1:cannot start; with --once: a step went wrong",
      "2:wrong usage"
    })
final class DemoCommand implements Callable<Integer> {

  private static final Duration READY_WITHIN = Duration.ofSeconds(30);

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(names = "--once", description = "Ends after the story instead of serving on.")
  private boolean once;

  @Option(
      names = "--port",
      paramLabel = "<port>",
      description = "Where agents connect, 0 to 65535. Default: 0, any free port.")
  private int port;

  private final NanoClock clock;

  DemoCommand() {
    this(System::nanoTime);
  }

  /**
   * @param clock by which the gateway of the story goes
   */
  DemoCommand(NanoClock clock) {
    this.clock = clock;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (port < 0 || port > 65_535) {
      throw new ParameterException(spec.commandLine(), "--port must be 0 to 65535, not " + port);
    }
    log(Level.ERROR);
    DemoFolder folder = DemoFolder.make();
    LoadResult.Loaded loaded = load(folder);
    Telemetry telemetry = new Telemetry();
    Vertx vertx = GatewayVertx.create(loaded.config(), telemetry);
    Gateway gateway;
    try {
      gateway = join(Gateway.start(vertx, loaded, telemetry, clock));
    } catch (CompletionException e) {
      join(vertx.close());
      folder.remove();
      return cannotStart(e.getCause() == null ? e : e.getCause());
    }
    try {
      return show(gateway, folder);
    } finally {
      join(gateway.stop());
      folder.remove();
    }
  }

  /** While the story runs, the log stays out of it: the trouble in it is meant. */
  private static void log(Level level) {
    if (System.getenv("LEASEGATE_LOG_LEVEL") == null
        && LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME) instanceof Logger root) {
      root.setLevel(level);
    }
  }

  /** The environment of whoever tries the demo does not change it. */
  private LoadResult.Loaded load(DemoFolder folder) {
    Map<String, String> env = Map.of("LEASEGATE_SERVER_AGENT_PORT", String.valueOf(port));
    LoadResult result = ConfigLoader.load(folder.config(), env);
    if (result instanceof LoadResult.Invalid invalid) {
      ConfigProblem first = invalid.problems().get(0);
      throw new IllegalStateException("the demo's own configuration: " + first);
    }
    return (LoadResult.Loaded) result;
  }

  private int cannotStart(Throwable problem) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("leasegate: " + problem.getMessage());
    if (port != 0) {
      err.println("leasegate: for the demo: choose another --port, or leave it out");
    }
    return 1;
  }

  private int show(Gateway gateway, DemoFolder folder) throws IOException, InterruptedException {
    URI mcp = URI.create(gateway.agentUrl());
    URI admin = URI.create(gateway.adminUrl());
    Scene scene =
        new Scene(
            new DemoGateway(mcp, admin, folder.token()),
            spec.commandLine().getOut(),
            spec.commandLine().getColorScheme().ansi().enabled());
    scene.say(scene.heading("LeaseGate stands between an AI agent and the tools that it calls."));
    scene.say("A gateway with a simulated tool server runs at " + mcp + ". An agent uses it:");
    ReadyProbe.await(admin, READY_WITHIN);
    boolean good = Story.play(scene);
    scene.close();
    if (once) {
      return good ? 0 : 1;
    }
    log(Level.WARN);
    ProcessSignals.onEnd(() -> gateway.stop().onComplete(stopped -> folder.remove()));
    scene.say("");
    scene.say(scene.heading("Your turn. The gateway is still there, until Ctrl-C."));
    scene.say("");
    scene.say("MCP clients take this, in their own configuration file:");
    scene.say("");
    scene.say(ClientSetup.json(mcp));
    scene.say("");
    scene.say("Or by hand:");
    scene.say("");
    scene.say(ClientSetup.curl(mcp));
    scene.say("");
    scene.say(
        "Health: " + gateway.adminUrl() + "/readyz   Metrics: " + gateway.adminUrl() + "/metrics");
    scene.say("What agents hold now, as an operator sees it:");
    scene.say(
        "curl -s "
            + gateway.adminUrl()
            + "/admin/grants -H \"Authorization: Bearer $(cat "
            + folder.token()
            + ")\"");
    Thread.currentThread().join(); // until a signal ends the process
    return 0;
  }

  private static <T> T join(Future<T> future) {
    return future.toCompletionStage().toCompletableFuture().join();
  }
}
