package io.leasegate.store;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Delegation;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.policy.RateLimit;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Grants, and the kill switch over them. Every method is one atomic step in one workspace by the
 * store's own clock. Safe from every loop; a future fails only when the store is away.
 */
public interface GrantStore {

  Future<AgentRecords> read(Identity identity);

  /**
   * Issues a grant, if the agent's records still have the revision on which it was decided: globs
   * are never compared in the store.
   */
  Future<IssueResult> issue(Identity identity, long revision, GrantDraft draft);

  /** Issues a delegated grant to another agent of the workspace; the revision is the giver's. */
  Future<IssueResult> delegate(
      Identity giver,
      long revision,
      Identity receiver,
      String id,
      String capability,
      Delegation.Delegable delegable);

  /**
   * Gives a grant a new window.
   *
   * @param longestTtlMs that the policy allows now
   */
  Future<RenewResult> renew(Identity identity, String grantId, long longestTtlMs);

  /**
   * Ends a grant, and those delegated from it, by its agent.
   *
   * @return how many ended; empty when the agent has no such live grant
   */
  Future<OptionalInt> revoke(Identity identity, String grantId);

  /** Ends a grant of the workspace by an operator: the kill switch holds until its original end. */
  Future<OptionalInt> revokeByOperator(String workspace, String grantId);

  /** Kills an agent, or a whole workspace: everything of it is revoked, and nothing is allowed. */
  Future<Integer> kill(String workspace, Optional<String> agent);

  /** Ends a kill; false when there was none. */
  Future<Boolean> release(String workspace, Optional<String> agent);

  /** Counts a request in a sliding window; false when the limit is reached. */
  Future<Boolean> countRequest(Identity identity, boolean explicit, RateLimit limit);

  /** Live grants of all workspaces, by id. */
  Future<Page<Grant>> live(Optional<String> after, int limit);

  /** Live grants in all. */
  long liveCount();

  /**
   * A call of the workspace is to be decided by what was read: that is to be kept up to date. False
   * when it is too old to decide by.
   */
  default boolean used(String workspace) {
    return true;
  }

  /** Names the one who hears, at once, whose records have changed. Called on any thread. */
  void onChange(Consumer<Identity> listener);

  /**
   * Names the one who hears of workspaces in which something may have changed that nobody will hear
   * of: what was read of them counts no longer. Called on any thread.
   */
  void onLost(Consumer<String> listener);

  /**
   * Names the one who hears, at once, of each grant that has a new window or was ended before its
   * time. Called on any thread; of two changes the later one may be heard first.
   */
  void onGrant(Consumer<Grant> listener);
}
