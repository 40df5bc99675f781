package io.leasegate.config;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Where the proofs of a reclaim come from; what is not configured proves nothing.
 *
 * @param forge empty: forge proofs are unknown
 */
public record ProofsConfig(GitProofs git, Optional<ForgeProofs> forge) {

  static final Range<Duration> TIMEOUT =
      Range.durations(Duration.ofMillis(1), Duration.ofMinutes(5));

  /**
   * Repositories on this machine's disk.
   *
   * @param roots worktrees must lie below one of these; empty: git proofs are unknown
   * @param timeout of one probe, 1 ms..5 min
   */
  public record GitProofs(List<Path> roots, Duration timeout) {
    public GitProofs {
      roots = List.copyOf(roots);
      TIMEOUT.require("timeout", timeout);
    }
  }

  /**
   * A Gitea-shaped REST API, only read.
   *
   * @param url without {@code /api/v1}
   * @param token sent as {@code Authorization: token <token>}
   * @param timeout of one request, 1 ms..5 min
   */
  public record ForgeProofs(URI url, Optional<Secret> token, Duration timeout) {
    public ForgeProofs {
      TIMEOUT.require("timeout", timeout);
    }
  }
}
