package io.leasegate.config;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Fills in {@code ${env:NAME}} and {@code ${file:path}}; a doubled dollar sign before the brace
 * keeps it from being a placeholder. What is filled in is taken as it is: no placeholder inside it,
 * one trailing line break cut from a file.
 */
final class Placeholders {

  private static final Pattern FORM = Pattern.compile("\\$\\$\\{|\\$\\{(?:(env|file):([^}]*)})?");

  private final Map<String, String> environment;
  private final Path directory;
  private final Set<Path> filesRead;

  /**
   * Placeholders of one file.
   *
   * @param directory where relative paths start
   * @param filesRead receives every file that is read, or that was missing
   */
  Placeholders(Map<String, String> environment, Path directory, Set<Path> filesRead) {
    this.environment = environment;
    this.directory = directory;
    this.filesRead = filesRead;
  }

  /**
   * The text with its placeholders filled in.
   *
   * @throws ConfigValueException when one names nothing or has another form
   */
  String fill(String text) {
    Matcher matcher = FORM.matcher(text);
    StringBuilder filled = new StringBuilder();
    while (matcher.find()) {
      matcher.appendReplacement(filled, Matcher.quoteReplacement(replacement(matcher)));
    }
    return matcher.appendTail(filled).toString();
  }

  private String replacement(Matcher matcher) {
    if (matcher.group().startsWith("$$")) {
      return "${";
    }
    String name = matcher.group(2);
    if (name == null || name.isEmpty()) {
      throw new ConfigValueException(
          "", "expected ${env:NAME} or ${file:path}; $${ stands for a literal ${");
    }
    return "env".equals(matcher.group(1)) ? variable(name) : file(name);
  }

  private String variable(String name) {
    String value = environment.get(name);
    if (value == null) {
      throw new ConfigValueException("", "the environment variable " + name + " is not set");
    }
    return value;
  }

  private String file(String name) {
    Path file;
    try {
      file = directory.resolve(Path.of(name)).normalize();
    } catch (InvalidPathException e) {
      throw new ConfigValueException("", "${file:…} names no path");
    }
    filesRead.add(file);
    FileText content = FileText.read(file);
    if (content instanceof FileText.Text found) {
      return withoutLineBreak(found.text());
    }
    String reason =
        content instanceof FileText.Unreadable unreadable ? unreadable.reason() : "does not exist";
    throw new ConfigValueException("", "the file " + file + " " + reason);
  }

  private static String withoutLineBreak(String text) {
    if (text.endsWith("\r\n")) {
      return text.substring(0, text.length() - 2);
    }
    return text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
  }
}
