package io.leasegate.config;

import java.util.Locale;
import java.util.regex.Pattern;

/** How keys are named to people and in the environment. */
final class KeyPath {

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_<>-]+");

  private KeyPath() {}

  /** {@code server.agent} and {@code port} to {@code server.agent.port}; odd names are quoted. */
  static String join(String path, String key) {
    if (key.isEmpty()) {
      return path;
    }
    if (!PLAIN.matcher(key).matches()) {
      return path + "[\"" + key + "\"]";
    }
    return path.isEmpty() ? key : path + "." + key;
  }

  /** A key path that a record named, below this one. */
  static String below(String path, String relative) {
    return path.isEmpty() || relative.isEmpty() ? path + relative : path + "." + relative;
  }

  static String item(String path, int index) {
    return path + "[" + index + "]";
  }

  /** {@code server.agent.port} to {@code LEASEGATE_SERVER_AGENT_PORT}. */
  static String variable(String path) {
    return "LEASEGATE_" + path.toUpperCase(Locale.ROOT).replace('.', '_');
  }
}
