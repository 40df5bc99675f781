package io.leasegate.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Collects what is wrong with one file. Bound to one reading; not thread-safe. */
final class ProblemList {

  private final String file;
  private final List<ConfigProblem> problems = new ArrayList<>();

  ProblemList(String file) {
    this.file = file;
  }

  void add(Mark mark, String keyPath, String message) {
    add(file, mark, keyPath, message);
  }

  /** Adds a problem whose value came from elsewhere than the file, such as a variable. */
  void add(String source, Mark mark, String keyPath, String message) {
    problems.add(new ConfigProblem(source, mark.line(), mark.column(), keyPath, message));
  }

  String file() {
    return file;
  }

  int size() {
    return problems.size();
  }

  boolean isEmpty() {
    return problems.isEmpty();
  }

  /** All of them, in the order of the file. */
  List<ConfigProblem> inOrder() {
    return problems.stream()
        .sorted(
            Comparator.comparingInt(ConfigProblem::line).thenComparingInt(ConfigProblem::column))
        .toList();
  }
}
