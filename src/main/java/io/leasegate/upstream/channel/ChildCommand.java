package io.leasegate.upstream.channel;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What is started as a child process. Immutable.
 *
 * @param command a name that is looked up in {@code PATH}, or a path
 * @param environment variables on top of the inherited ones ({@link ChildEnvironment})
 * @param directory where it runs, or null for where the gateway runs
 */
public record ChildCommand(
    String command, List<String> args, Map<String, String> environment, @Nullable Path directory) {

  public ChildCommand {
    if (command.isBlank()) {
      throw new IllegalArgumentException("no command");
    }
    args = List.copyOf(args);
    environment = Map.copyOf(environment);
  }

  public ChildCommand(String command, String... args) {
    this(command, List.of(args), Map.of(), null);
  }

  /** The command line with another first word. */
  List<String> line(String executable) {
    List<String> line = new ArrayList<>(args.size() + 1);
    line.add(executable);
    line.addAll(args);
    return line;
  }

  /** Only the command: arguments and environment may hold secrets. */
  @Override
  public String toString() {
    return "ChildCommand[" + command + "]";
  }
}
