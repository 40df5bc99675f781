package io.leasegate.config;

import java.util.List;

/** What came of loading the API keys file. */
public sealed interface KeysResult {

  /** Keys to let agents in by. */
  record Loaded(KeysFile keys) implements KeysResult {}

  /**
   * No keys.
   *
   * @param problems all that is wrong, at least one, in the order of the file
   */
  record Invalid(List<ConfigProblem> problems) implements KeysResult {}
}
