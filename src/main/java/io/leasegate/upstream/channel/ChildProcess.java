package io.leasegate.upstream.channel;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A started child process and how it is ended (MCP, stdio transport, shutdown): its input is closed
 * first, then SIGTERM, then SIGKILL, the signals for its whole group. Blocks; not for event loops.
 */
final class ChildProcess {

  private static final Optional<Path> SETSID = Executables.ofSystem("setsid");
  private static final long SURVIVORS_MILLIS = 500;
  private static final long POLL_MILLIS = 50;
  private static final long KILLED_SECONDS = 5;

  private final Process process;
  private final ProcessGroup group;
  private boolean terminated;

  private ChildProcess(Process process, ProcessGroup group) {
    this.process = process;
    this.group = group;
  }

  /**
   * Starts it, as the leader of a session and process group of its own where the system can.
   *
   * @param own the gateway's environment
   * @throws IOException with one line that continues "could not be started: "
   */
  static ChildProcess start(ChildCommand command, Map<String, String> own) throws IOException {
    Map<String, String> environment = ChildEnvironment.of(own, command.environment());
    Path directory =
        command.directory() == null ? Path.of("").toAbsolutePath() : command.directory();
    if (!Files.isDirectory(directory)) {
      throw new IOException("its directory does not exist");
    }
    Path executable =
        Executables.find(command.command(), environment.getOrDefault("PATH", ""), directory)
            .orElseThrow(() -> new IOException("command not found: " + command.command()));
    List<String> line = new ArrayList<>();
    // setsid replaces itself by the command: the child's id is also that of its group
    SETSID.ifPresent(setsid -> line.add(setsid.toString()));
    line.addAll(command.line(executable.toString()));
    ProcessBuilder builder = new ProcessBuilder(line).directory(directory.toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    Process process = builder.start();
    return new ChildProcess(process, new ProcessGroup(process.toHandle(), SETSID.isPresent()));
  }

  Process process() {
    return process;
  }

  /**
   * Asks it and what it started to end, once: for some programs a second signal means "at once".
   */
  void terminate() {
    if (!terminated) {
      terminated = true;
      group.terminate();
    }
  }

  /**
   * Ends it, whose input was closed before, and everything that it started.
   *
   * @param grace half of it is for the end by itself, half for the end by SIGTERM
   */
  void stop(Duration grace) throws InterruptedException {
    long half = grace.toMillis() / 2;
    group.look();
    if (!process.waitFor(half, TimeUnit.MILLISECONDS)) {
      terminate();
      process.waitFor(half, TimeUnit.MILLISECONDS);
    }
    if (!process.isAlive()) {
      endSurvivors();
    }
    if (group.isAlive()) {
      group.kill();
      process.waitFor(KILLED_SECONDS, TimeUnit.SECONDS);
    }
  }

  /** Ends everything now. */
  void kill() {
    group.kill();
  }

  /** What a leader left behind gets a moment to follow it. */
  private void endSurvivors() throws InterruptedException {
    terminate();
    for (long waited = 0; waited < SURVIVORS_MILLIS && group.isAlive(); waited += POLL_MILLIS) {
      Thread.sleep(POLL_MILLIS);
    }
  }
}
