package io.leasegate.config;

import java.nio.file.Path;
import java.util.List;

/** What came of loading the policy file. */
public sealed interface PolicyResult {

  /** The files whose change may change the result. */
  List<Path> watched();

  /** A policy to decide by. */
  record Loaded(PolicyFile policy, Path file, List<Path> watched) implements PolicyResult {}

  /** There is no such file: everything is denied. */
  record Missing(Path file, List<Path> watched) implements PolicyResult {}

  /**
   * No policy.
   *
   * @param problems all that is wrong, at least one, in the order of the file
   */
  record Invalid(List<ConfigProblem> problems, List<Path> watched) implements PolicyResult {}
}
