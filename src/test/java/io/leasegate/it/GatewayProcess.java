package io.leasegate.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The built program as a process of its own, on free ports. What it logs is in {@code
 * <folder>/<name>-<n>.log}, n counting its starts.
 */
final class GatewayProcess implements AutoCloseable {

  private static final Path JAR = Path.of("target/leasegate-all.jar").toAbsolutePath();
  private static final Pattern READY = Pattern.compile("leasegate ready agent=(\\S+) admin=(\\S+)");

  /** A loaded machine starts a JVM slowly. */
  private static final int START_SECONDS = 180;

  private final String name;
  private final Path folder;
  private final AtomicInteger starts = new AtomicInteger();
  private @Nullable Process process;
  private volatile URI agent = URI.create("http://127.0.0.1:9/mcp");
  private volatile URI admin = agent;

  /**
   * @param config YAML; the address of both listeners and the folder of data are added
   */
  GatewayProcess(String name, Path folder, String config, String policy) {
    this.name = name;
    this.folder = folder;
    try {
      Files.createDirectories(folder);
      Files.writeString(folder.resolve(name + "-policy.yaml"), policy);
      Files.writeString(
          folder.resolve(name + ".yaml"),
          "server:\n"
              + "  agent: { host: 127.0.0.1, port: 0 }\n"
              + "  admin: { host: 127.0.0.1, port: 0 }\n"
              + "policy: { file: "
              + name
              + "-policy.yaml }\n"
              + "data_dir: "
              + name
              + "-data\n"
              + config);
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
    Runtime.getRuntime().addShutdownHook(new Thread(this::close));
  }

  String name() {
    return name;
  }

  /** Its name and how often it was started: one process. */
  String incarnation() {
    return name + "-" + starts;
  }

  /** Where agents call; another one after each start. */
  URI agent() {
    return agent;
  }

  URI admin() {
    return admin;
  }

  /** Starts it and waits until it listens. */
  GatewayProcess start() {
    starts.incrementAndGet();
    Path log = folder.resolve(incarnation() + ".log");
    try {
      Process started =
          new ProcessBuilder(
                  Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                  "-Xmx256m",
                  "-XX:+UseSerialGC",
                  "-XX:TieredStopAtLevel=1",
                  "-jar",
                  JAR.toString(),
                  "serve",
                  "--config",
                  folder.resolve(name + ".yaml").toString())
              .redirectError(log.toFile())
              .start();
      process = started;
      BufferedReader out = started.inputReader(UTF_8);
      String line = CompletableFuture.supplyAsync(() -> readLine(out)).get(START_SECONDS, SECONDS);
      Matcher ready = READY.matcher(line);
      if (!ready.matches()) {
        throw new AssertionError(name + " did not start, see " + log);
      }
      agent = URI.create(ready.group(1));
      admin = URI.create(ready.group(2));
      return this;
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    } catch (ExecutionException | TimeoutException | InterruptedException problem) {
      throw new AssertionError(name + " did not start, see " + log, problem);
    }
  }

  private static String readLine(BufferedReader out) {
    try {
      return Objects.requireNonNullElse(out.readLine(), "");
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  /** {@code SIGKILL}, and waits for its end. */
  void kill() {
    end(running().destroyForcibly());
  }

  /** It keeps its connections and does nothing. */
  void pause() {
    signal("STOP");
  }

  void resume() {
    signal("CONT");
  }

  private void signal(String signal) {
    try {
      end(
          new ProcessBuilder(List.of("kill", "-" + signal, String.valueOf(running().pid())))
              .inheritIO()
              .start());
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private Process running() {
    return Objects.requireNonNull(process);
  }

  private static void end(Process process) {
    try {
      if (!process.waitFor(60, SECONDS)) {
        throw new AssertionError("a process did not end");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  @Override
  public void close() {
    if (process != null) {
      process.destroyForcibly();
    }
  }
}
