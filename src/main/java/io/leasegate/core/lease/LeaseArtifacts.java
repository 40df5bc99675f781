package io.leasegate.core.lease;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * What the work under a lease is made in.
 *
 * @param worktree a normalised absolute path
 * @param pullRequest the number at the forge
 * @param headSha 40 hex digits
 */
public record LeaseArtifacts(
    Optional<String> branch,
    Optional<String> worktree,
    Optional<String> targetBranch,
    OptionalLong pullRequest,
    Optional<String> headSha) {

  /** Nothing was recorded. */
  public static final LeaseArtifacts NONE =
      new LeaseArtifacts(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          OptionalLong.empty(),
          Optional.empty());
}
