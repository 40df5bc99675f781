package io.leasegate.config;

import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * What came of reading one file through a schema.
 *
 * @param value the record; empty when there are problems or no file
 * @param fileExists whether there is a file
 * @param problems what is wrong, in the order of the file
 * @param watched every file that was read or looked for, the file itself first
 */
record DocumentReading<T>(
    Optional<T> value, boolean fileExists, List<ConfigProblem> problems, List<Path> watched) {

  /** Reads a file of the gateway: placeholders and overrides from the environment. */
  static <T> DocumentReading<T> withEnvironment(
      Path file, Map<String, String> environment, Schema<T> schema) {
    Set<Path> watched = new LinkedHashSet<>();
    Placeholders placeholders = new Placeholders(environment, directory(file), watched);
    return read(file, environment, placeholders::fill, watched, schema);
  }

  /** Reads a file as it is. */
  static <T> DocumentReading<T> plain(Path file, Schema<T> schema) {
    return read(file, Map.of(), UnaryOperator.identity(), new LinkedHashSet<>(), schema);
  }

  /** Where the relative paths of a file start. */
  static Path directory(Path file) {
    Path parent = file.toAbsolutePath().normalize().getParent();
    return parent == null ? file.toAbsolutePath() : parent;
  }

  private static <T> DocumentReading<T> read(
      Path file,
      Map<String, String> overrides,
      UnaryOperator<String> placeholders,
      Set<Path> watched,
      Schema<T> schema) {
    ProblemList problems = new ProblemList(file.toString());
    watched.add(file);
    FileText content = FileText.read(file);
    Optional<T> value = Optional.empty();
    if (content instanceof FileText.Text found) {
      ReadContext context = new ReadContext(problems, overrides, placeholders);
      value =
          YamlTreeParser.parse(found.text(), problems)
              .map(tree -> NodeSection.root(context, tree, schema))
              .filter(parsed -> problems.isEmpty() && !parsed.isBroken())
              .map(Parsed::get);
    } else if (content instanceof FileText.Unreadable unreadable) {
      problems.add(unreadable.mark(), "", unreadable.reason());
    }
    return new DocumentReading<>(
        value, !(content instanceof FileText.Missing), problems.inOrder(), List.copyOf(watched));
  }
}
