package io.leasegate.store.redis;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * Reads scripts. A line {@code -- include name} becomes the text of {@code include/name.lua}, once
 * in each script; other comments are left out. Of the table of errors each script gets the names it
 * uses, where it uses them: Lua would build the whole table for every run.
 */
final class ScriptTexts {

  private static final String INCLUDE = "-- include ";
  private static final String ERRORS = "errors";
  private static final Pattern ERROR = Pattern.compile("\\b" + ERRORS + "\\.(\\w+)");

  private final UnaryOperator<String> source;

  /**
   * @param source the text of a file by its path under {@code lua/}, without its ending
   */
  ScriptTexts(UnaryOperator<String> source) {
    this.source = source;
  }

  /** As they are delivered. */
  static String resource(String path) {
    String name = "/lua/" + path + ".lua";
    try (InputStream in = ScriptTexts.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("no script " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  String text(Script script) {
    StringBuilder text = new StringBuilder();
    append(script.path(), text, new HashSet<>());
    return ERROR.matcher(text).replaceAll("'$1'");
  }

  private void append(String path, StringBuilder text, Set<String> included) {
    for (String line : source.apply(path).split("\n", -1)) {
      if (line.startsWith(INCLUDE)) {
        String name = line.substring(INCLUDE.length()).strip();
        if (!name.equals(ERRORS) && included.add(name)) {
          append("include/" + name, text, included);
        }
      } else if (!line.startsWith("--") && !line.isBlank()) {
        text.append(line).append('\n');
      }
    }
  }
}
