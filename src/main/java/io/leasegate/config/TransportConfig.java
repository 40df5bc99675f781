package io.leasegate.config;

import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How an upstream is reached. */
public sealed interface TransportConfig {

  /** MCP Streamable HTTP at this URL. */
  record Http(URI url) implements TransportConfig {}

  /**
   * A child process that speaks MCP on stdin and stdout.
   *
   * @param env added to the process's environment; values are never shown
   * @param cwd where it runs; empty: where the gateway runs
   */
  record Stdio(String command, List<String> args, Map<String, String> env, Optional<Path> cwd)
      implements TransportConfig {

    public Stdio {
      args = List.copyOf(args);
      env = Map.copyOf(env);
    }

    /** Without the values of the environment and without the arguments, which may hold secrets. */
    @Override
    public String toString() {
      return "Stdio[command=" + command + ", env=" + env.keySet() + ", cwd=" + cwd + "]";
    }
  }

  /** The simulated upstream inside the gateway's process. */
  record Builtin() implements TransportConfig {}

  /** The session mode of an upstream that names none. */
  default SessionMode defaultSession() {
    return this instanceof Http ? SessionMode.PER_AGENT : SessionMode.SHARED;
  }
}
