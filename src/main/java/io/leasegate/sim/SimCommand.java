package io.leasegate.sim;

import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.io.PrintWriter;
import java.net.BindException;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code leasegate sim}: the simulated upstream as a process of its own, until a signal ends it.
 */
@Command(
    name = "sim",
    description = "Runs the simulated upstream: a deterministic MCP server for tests and load.",
    showDefaultValues = true,
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {"0:ended by a signal", "1:cannot listen", "2:wrong usage"})
public final class SimCommand implements Callable<Integer> {

  private static final Logger LOG = LoggerFactory.getLogger(SimCommand.class);
  private static final long STOP_SECONDS = 5;

  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER,
      description = "Shows this help.")
  boolean help;

  @Option(names = "--host", defaultValue = "127.0.0.1", description = "Address to listen on.")
  private String host = "";

  @Option(names = "--port", defaultValue = "9900", description = "Port; 0 takes any free one.")
  private int port;

  @Option(
      names = "--latency",
      defaultValue = "0",
      paramLabel = "<time>",
      converter = QuantityOption.Time.class,
      description = "Delay before each tool call runs, such as 20ms.")
  private Duration latency = Duration.ZERO;

  @Option(
      names = "--error-rate",
      defaultValue = "0",
      paramLabel = "<share>",
      description = "Share of tool calls that answer an error result, 0 to 1.")
  private double errorRate;

  @Option(
      names = "--payload",
      defaultValue = "0",
      paramLabel = "<size>",
      converter = QuantityOption.Size.class,
      description = "Filler text in each answer of echo, such as 500 or 64KiB.")
  private int payload;

  @Option(
      names = "--tools",
      defaultValue = "0",
      paramLabel = "<n>",
      description = "Further tools tool_0001 and on, which behave like echo.")
  private int tools;

  @Option(
      names = "--page-size",
      defaultValue = "0",
      paramLabel = "<n>",
      description = "Tools on one page of tools/list; 0 puts all on one.")
  private int pageSize;

  @Option(
      names = "--seed",
      defaultValue = "1",
      paramLabel = "<n>",
      description = "Decides which calls the error rate hits.")
  private long seed;

  /** Serves until SIGTERM or SIGINT, and then ends the process with status 0. */
  @Override
  public Integer call() {
    CompletableFuture<Void> stop = new CompletableFuture<>();
    CountDownLatch stopped = new CountDownLatch(1);
    Thread onSignal = new Thread(() -> endProcess(stop, stopped), "sim-stop");
    Runtime.getRuntime().addShutdownHook(onSignal);
    try {
      return run(stop);
    } finally {
      stopped.countDown();
      if (!stop.isDone()) {
        Runtime.getRuntime().removeShutdownHook(onSignal);
      }
    }
  }

  /**
   * The JVM's own status after a signal is 143: an orderly stop that was asked for is no failure.
   */
  private static void endProcess(CompletableFuture<Void> stop, CountDownLatch stopped) {
    stop.complete(null);
    try {
      stopped.await(STOP_SECONDS, TimeUnit.SECONDS);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }

  /** Serves until {@code stop} completes; the exit status. Blocks its thread. */
  int run(CompletableFuture<Void> stop) {
    SimOptions options = options();
    Vertx vertx = newVertx();
    try {
      SimHttp http = new SimHttp(vertx, new SimServer(vertx, options));
      http.start(host, options.port()).toCompletionStage().toCompletableFuture().join();
      PrintWriter out = spec.commandLine().getOut();
      out.println("leasegate-sim ready url=" + http.url());
      out.flush();
      stop.join();
      LOG.info("stopping");
      return 0;
    } catch (CompletionException failed) {
      PrintWriter err = spec.commandLine().getErr();
      err.println("leasegate sim: " + explained(failed.getCause()));
      err.flush();
      return 1;
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }

  private SimOptions options() {
    try {
      return new SimOptions(port, latency, errorRate, payload, tools, pageSize, seed);
    } catch (IllegalArgumentException outOfRange) {
      throw new ParameterException(spec.commandLine(), "--" + outOfRange.getMessage());
    }
  }

  private String explained(@Nullable Throwable failure) {
    return failure instanceof BindException
        ? "cannot listen on "
            + host
            + ":"
            + port
            + " ("
            + failure.getMessage()
            + "); choose another port with --port (0 takes any free one) or address with --host"
        : "cannot listen on " + host + ":" + port + ": " + failure + "; check --host";
  }

  private static Vertx newVertx() {
    return Vertx.vertx(
        new VertxOptions()
            .setFileSystemOptions(
                new FileSystemOptions()
                    .setFileCachingEnabled(false)
                    .setClassPathResolvingEnabled(false)));
  }
}
