package io.leasegate.store.redis;

import io.leasegate.testing.RedisCommands;
import io.leasegate.testing.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The page that lists the keys. */
final class KeyPage {

  private static final Path PAGE = Path.of("../docs/redis-keys.md");
  private static final Pattern ROW =
      Pattern.compile("^\\| `(lg:[^`]*)` \\| (\\w+) \\| ([^|]+) \\|.*\\| ([^|]+) \\|$");
  private static final Pattern VARIES = Pattern.compile("<[^>]*>");

  /**
   * A row.
   *
   * @param scripts files under {@code lua/} without their ending
   */
  record Row(String pattern, String type, List<String> scripts) {

    boolean matches(String key) {
      StringBuilder regex = new StringBuilder();
      int from = 0;
      Matcher varies = VARIES.matcher(pattern);
      while (varies.find()) {
        regex.append(Pattern.quote(pattern.substring(from, varies.start())));
        // names of workspaces and agents have no colon; what comes last may have any character
        regex.append(varies.end() == pattern.length() ? ".+" : "[^:{}]+");
        from = varies.end();
      }
      return key.matches(regex + Pattern.quote(pattern.substring(from)));
    }

    /** What a script must have in quotes to reach the key. */
    List<String> literals() {
      List<String> literals = new ArrayList<>();
      for (String part :
          VARIES.splitAsStream(pattern.substring(pattern.indexOf("}:") + 2)).toList()) {
        if (!part.isEmpty() && !part.equals(":")) {
          literals.add("'" + part + "'");
        }
      }
      return literals;
    }
  }

  private KeyPage() {}

  static List<Row> rows() {
    try {
      List<Row> rows = new ArrayList<>();
      for (String line : Files.readAllLines(PAGE)) {
        Matcher row = ROW.matcher(line);
        if (row.matches()) {
          List<String> scripts =
              Pattern.compile("`([^`]+)`")
                  .matcher(row.group(4))
                  .results()
                  .map(it -> it.group(1))
                  .toList();
          rows.add(new Row(row.group(1), row.group(2), scripts));
        }
      }
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Rows by which a key of the server was found; a key without one, or of another type, fails. */
  static Set<Row> found(RedisServer server) {
    Set<Row> found = new LinkedHashSet<>();
    List<Row> rows = rows();
    try (RedisCommands commands = server.commands()) {
      for (String key : commands.texts("KEYS", "*")) {
        List<Row> fitting = rows.stream().filter(row -> row.matches(key)).toList();
        Object type = commands.send("TYPE", key);
        if ("none".equals(type)) {
          continue; // its time was over just now
        }
        if (fitting.size() != 1 || !fitting.get(0).type().equals(type)) {
          throw new AssertionError(key + " is a " + type + ", listed as " + fitting);
        }
        found.add(fitting.get(0));
      }
    }
    return found;
  }
}
