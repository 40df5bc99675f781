package io.leasegate.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/**
 * A real redis-server on a free port of the loopback: the one that the property {@code
 * leasegate.redis-server} names, else the one on the path, else the one that comes with
 * embedded-redis. It keeps nothing on disk unless told so.
 */
public final class RedisServer implements AutoCloseable {

  private static final String PROPERTY = "leasegate.redis-server";

  /** One for all tests of this JVM; each begins with an empty one. */
  private static final class Shared {
    static final RedisServer SERVER = start();
  }

  private final List<String> options;
  private final Path folder;
  private final HeldPort port;
  private @Nullable Process process;

  private RedisServer(List<String> options, Path folder) {
    this.options = options;
    this.folder = folder;
    this.port = options.contains("--cluster-enabled") ? HeldPort.withBus() : HeldPort.any();
  }

  /** The one that all tests share, as it is. */
  public static RedisServer shared() {
    return Shared.SERVER;
  }

  /** The one that all tests share, emptied. */
  public static RedisServer sharedEmpty() {
    RedisServer server = shared();
    try (RedisCommands commands = server.commands()) {
      commands.send("FLUSHALL");
      commands.send("SCRIPT", "FLUSH");
    }
    return server;
  }

  /**
   * Starts one of its own.
   *
   * @param options more of the command line
   */
  public static RedisServer start(String... options) {
    try {
      RedisServer server =
          new RedisServer(List.of(options), Files.createTempDirectory("leasegate-redis"));
      server.restart();
      Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      return server;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Starts a sentinel.
   *
   * @param file its configuration, which it writes to
   */
  static RedisServer startSentinel(Path file) {
    return start(file.toString(), "--sentinel");
  }

  private static final class Executable {
    static final File FILE = find();

    private static File find() {
      String named = System.getProperty(PROPERTY);
      if (named != null) {
        return new File(named);
      }
      return onPath().orElseGet(Executable::embedded);
    }

    private static Optional<File> onPath() {
      for (String folder : System.getenv("PATH").split(File.pathSeparator, -1)) {
        File file = new File(folder, "redis-server");
        if (file.canExecute()) {
          return Optional.of(file);
        }
      }
      return Optional.empty();
    }

    private static File embedded() {
      try {
        File file = ExecutableProvider.newJarResourceProvider().get();
        file.deleteOnExit();
        return file;
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  public String uri() {
    return "redis://127.0.0.1:" + port();
  }

  public int port() {
    return port.number();
  }

  /** A connection of its own, for the test. */
  public RedisCommands commands() {
    return new RedisCommands(port());
  }

  /** Starts it on the same port, over what it left on disk. */
  public void restart() {
    List<String> command = new ArrayList<>(List.of(Executable.FILE.getPath()));
    boolean sentinel = options.contains("--sentinel");
    if (sentinel) {
      command.addAll(options); // its file comes first, and it has nothing to save
    }
    command.addAll(
        List.of(
            "--port", String.valueOf(port()), "--bind", "127.0.0.1", "--dir", folder.toString()));
    if (!sentinel) {
      command.addAll(List.of("--save", "", "--appendonly", "no"));
      command.addAll(options);
    }
    try {
      process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("log").toFile())
              .start();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Await.until("redis-server answers", this::answers);
  }

  private boolean answers() {
    try (RedisCommands commands = commands()) {
      return "PONG".equals(commands.send("PING"));
    } catch (UncheckedIOException | IllegalStateException notYet) {
      return false;
    }
  }

  /** {@code SIGKILL}: what is not on disk is gone. */
  public void kill() {
    Process running = Objects.requireNonNull(process);
    running.destroyForcibly();
    await(running);
  }

  /** It keeps its connections and does not answer. */
  public void pause() {
    signal("STOP");
  }

  public void resume() {
    signal("CONT");
  }

  private void signal(String name) {
    try {
      long pid = Objects.requireNonNull(process).pid();
      await(new ProcessBuilder("kill", "-" + name, String.valueOf(pid)).inheritIO().start());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void await(Process process) {
    try {
      if (!process.waitFor(60, TimeUnit.SECONDS)) {
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
      kill();
    }
    port.close();
    TempFolders.remove(folder);
  }
}
