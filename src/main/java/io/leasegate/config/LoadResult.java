package io.leasegate.config;

import java.nio.file.Path;
import java.util.List;

/** What came of loading the gateway file. */
public sealed interface LoadResult {

  /**
   * A configuration to run with.
   *
   * @param file the file it came from
   * @param watched every file that was read for it, {@code ${file:…}} included
   */
  record Loaded(GatewayConfig config, Path file, List<Path> watched) implements LoadResult {}

  /**
   * No configuration.
   *
   * @param problems all that is wrong, at least one, in the order of the file
   * @param watched every file that was read or looked for; a change of one may mend it
   */
  record Invalid(List<ConfigProblem> problems, List<Path> watched) implements LoadResult {}
}
