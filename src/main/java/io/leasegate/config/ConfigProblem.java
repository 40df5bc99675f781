package io.leasegate.config;

/**
 * One thing that is wrong with a configuration.
 *
 * @param file the file as it was named, or the environment variable that gave the value
 * @param line from 1; 0 when the problem has no place in the file
 * @param column from 1; 0 when the problem has no place in the file
 * @param keyPath such as {@code server.agent.port} or {@code upstreams[1].name}; empty for the
 *     whole file
 * @param message what is wrong and what is allowed, in one line, without secrets
 */
public record ConfigProblem(String file, int line, int column, String keyPath, String message) {

  /** One line: {@code leasegate.yaml:4:3 server.colour: unknown key; allowed: agent, admin}. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder(file);
    if (line > 0) {
      text.append(':').append(line).append(':').append(column);
    }
    if (!keyPath.isEmpty()) {
      text.append(' ').append(keyPath);
    }
    return text.append(": ").append(message).toString();
  }
}
