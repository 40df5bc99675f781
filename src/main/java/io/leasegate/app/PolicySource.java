package io.leasegate.app;

import io.leasegate.config.ConfigProblem;
import io.leasegate.config.PolicyCompiler;
import io.leasegate.config.PolicyResult;
import io.leasegate.core.policy.Policy;
import java.nio.file.Path;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The policy that is in force: the last good one of its file. No file, or a bad one at start: all
 * is denied.
 */
final class PolicySource {

  private static final Logger LOG = LoggerFactory.getLogger(PolicySource.class);

  private final Path file;
  private volatile Policy policy = Policy.denyingAll();
  private volatile String problem = "";
  private volatile List<Path> watched;

  PolicySource(Path file) {
    this.file = file;
    this.watched = List.of(file);
  }

  Policy current() {
    return policy;
  }

  /** Why the newest version of the file is not in force, or the empty text. */
  String problem() {
    return problem;
  }

  List<Path> watched() {
    return watched;
  }

  /**
   * Reads the file; a bad edit keeps the last good policy. Blocking.
   *
   * @return whether what the file says is in force
   */
  boolean load() {
    PolicyResult result = PolicyCompiler.loader().load(file);
    watched = result.watched();
    if (result instanceof PolicyResult.Loaded loaded) {
      policy = PolicyCompiler.compile(loaded.policy());
      problem = "";
      return true;
    }
    if (result instanceof PolicyResult.Missing) {
      policy = Policy.denyingAll();
      problem = file + ": the policy file is missing; everything is denied";
    } else {
      List<ConfigProblem> problems = ((PolicyResult.Invalid) result).problems();
      int more = problems.size() - 1;
      problem = problems.get(0) + (more == 0 ? "" : " (and " + more + " more)");
    }
    LOG.atError()
        .addKeyValue("problem", problem)
        .log(
            result instanceof PolicyResult.Missing
                ? "there is no policy file: everything is denied"
                : "the policy file is not in force; the last good policy is");
    return false;
  }
}
