package io.leasegate.app;

import io.leasegate.config.LoadResult;
import io.leasegate.telemetry.Telemetry;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Runs the gateway until a signal ends it. */
@Command(
    name = "serve",
    description = {
      "Runs the gateway.",
      "Prints one line on stdout when it listens; logs go to stderr. SIGTERM lets running calls"
          + " finish and exits 0; SIGHUP reads the configuration again."
    },
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:ended by a signal", "1:cannot start", "2:wrong usage"})
final class ServeCommand implements Callable<Integer> {

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private ConfigOption config = new ConfigOption();

  @Override
  public Integer call() throws InterruptedException {
    Optional<Path> file = config.find(spec.commandLine().getErr());
    Optional<LoadResult.Loaded> loaded =
        file.flatMap(it -> ConfigOption.load(it, spec.commandLine().getErr()));
    if (loaded.isEmpty()) {
      return 1;
    }
    Telemetry telemetry = new Telemetry();
    Vertx vertx;
    try {
      vertx = GatewayVertx.create(loaded.get().config(), telemetry);
    } catch (Gateway.StartFailure e) {
      return cannotStart(e);
    }
    Gateway gateway;
    try {
      gateway =
          Gateway.start(vertx, loaded.get(), telemetry)
              .toCompletionStage()
              .toCompletableFuture()
              .join();
    } catch (CompletionException e) {
      vertx.close();
      return cannotStart(e.getCause() == null ? e : e.getCause());
    }
    ProcessSignals.onEnd(gateway::stop);
    ProcessSignals.onHangup(gateway::reloadNow);
    spec.commandLine()
        .getOut()
        .println("leasegate ready agent=" + gateway.agentUrl() + " admin=" + gateway.adminUrl());
    spec.commandLine().getOut().flush();
    Thread.currentThread().join(); // until a signal ends the process
    return 0;
  }

  private int cannotStart(Throwable problem) {
    String.valueOf(problem.getMessage())
        .lines()
        .forEach(line -> spec.commandLine().getErr().println("leasegate: " + line));
    return 1;
  }
}
