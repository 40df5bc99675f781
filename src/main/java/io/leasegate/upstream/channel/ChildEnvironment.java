package io.leasegate.upstream.channel;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The environment of child processes: what programs need to run at all, and what the configuration
 * names. The rest of the gateway's own environment holds its secrets and stays with it.
 */
final class ChildEnvironment {

  /** As MCP's SDKs do, plus what decides about text, time and temporary files. */
  private static final Set<String> INHERITED =
      Set.of(
          "HOME",
          "LANG",
          "LANGUAGE",
          "LC_ALL",
          "LC_CTYPE",
          "LOGNAME",
          "PATH",
          "SHELL",
          "TEMP",
          "TERM",
          "TMP",
          "TMPDIR",
          "TZ",
          "USER");

  private ChildEnvironment() {}

  /**
   * The variables of a child.
   *
   * @param own the gateway's variables
   * @param added what the configuration names; it wins
   */
  static Map<String, String> of(Map<String, String> own, Map<String, String> added) {
    Map<String, String> environment = new TreeMap<>();
    own.forEach(
        (name, value) -> {
          // a value that defines a shell function is no plain value
          if (INHERITED.contains(name) && !value.startsWith("()")) {
            environment.put(name, value);
          }
        });
    environment.putAll(added);
    return environment;
  }
}
