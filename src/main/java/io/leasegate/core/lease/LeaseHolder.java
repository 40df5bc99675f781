package io.leasegate.core.lease;

import java.util.Optional;

/**
 * Who holds a lease, as the holder stated it.
 *
 * @param identity the agent, or the owner of a todo
 * @param role such as {@code author}; empty for a task lease
 * @param profile which kind of worker; empty for a task lease
 * @param sessionId one run of that worker, a secret towards others; empty for a task lease
 */
public record LeaseHolder(
    String identity,
    Optional<String> role,
    Optional<String> profile,
    Optional<String> sessionId,
    HolderProcess process) {

  /** An agent of whom only the name counts. */
  public static LeaseHolder agent(String identity) {
    return new LeaseHolder(
        identity, Optional.empty(), Optional.empty(), Optional.empty(), HolderProcess.UNKNOWN);
  }
}
