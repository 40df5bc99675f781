package io.leasegate.bench.load;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A server that the harness has started. Its output goes to two files named after it. */
final class ServerProcess implements Closeable {
  private static final Duration START_LIMIT = Duration.ofSeconds(60);
  private static final Duration STOP_LIMIT = Duration.ofSeconds(5);

  private final String name;
  private final Process process;
  private final Path errors;
  private final CompletableFuture<MatchResult> ready = new CompletableFuture<>();

  private ServerProcess(String name, Process process, Path errors) {
    this.name = name;
    this.process = process;
    this.errors = errors;
  }

  /** Starts the command; {@code readyLine} is what it prints on standard output when it serves. */
  static ServerProcess start(String name, List<String> command, Path logs, Pattern readyLine)
      throws IOException {
    Path output = logs.resolve(name + ".out.log");
    Path errors = logs.resolve(name + ".err.log");
    Process process = new ProcessBuilder(command).redirectError(errors.toFile()).start();
    var server = new ServerProcess(name, process, errors);
    var reader = new Thread(() -> server.copyOutput(output, readyLine), name + "-output");
    reader.setDaemon(true);
    reader.start();
    return server;
  }

  /** Waits for the ready line and answers what its pattern matched. */
  MatchResult awaitReady() throws IOException, InterruptedException {
    try {
      return ready.get(START_LIMIT.toSeconds(), TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException failure) {
      throw new IOException(name + " did not become ready; see " + errors, failure);
    }
  }

  ProcessHandle handle() {
    return process.toHandle();
  }

  /** How many event loops the process has started: the threads that Vert.x names so. */
  long eventLoops() throws IOException {
    try (Stream<Path> tasks = Files.list(Path.of("/proc", Long.toString(process.pid()), "task"))) {
      return tasks.filter(ServerProcess::isEventLoop).count();
    }
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (process.waitFor(STOP_LIMIT.toSeconds(), TimeUnit.SECONDS)) {
        return;
      }
    } catch (InterruptedException stopping) {
      Thread.currentThread().interrupt();
    }
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private void copyOutput(Path file, Pattern readyLine) {
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
        Writer copy = Files.newBufferedWriter(file)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        copy.append(line).append('\n').flush();
        Matcher match = readyLine.matcher(line);
        if (match.find()) {
          ready.complete(match.toMatchResult());
        }
      }
      ready.completeExceptionally(new IOException(name + " closed its output"));
    } catch (IOException failure) {
      ready.completeExceptionally(failure);
    }
  }

  private static boolean isEventLoop(Path task) {
    try {
      return Files.readString(task.resolve("comm")).startsWith("vert.x-eventloo");
    } catch (IOException | UncheckedIOException ended) {
      return false;
    }
  }
}
