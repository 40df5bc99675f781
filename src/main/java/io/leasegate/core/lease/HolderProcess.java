package io.leasegate.core.lease;

import java.util.Optional;
import java.util.OptionalLong;

/**
 * The process of a holder, by which its death can be proven.
 *
 * @param host as {@code hostname} prints it
 * @param startedAt ms since 1970; tells the process from a later one with the same pid
 */
public record HolderProcess(Optional<String> host, OptionalLong pid, OptionalLong startedAt) {

  /** Nothing was stated. */
  public static final HolderProcess UNKNOWN =
      new HolderProcess(Optional.empty(), OptionalLong.empty(), OptionalLong.empty());
}
