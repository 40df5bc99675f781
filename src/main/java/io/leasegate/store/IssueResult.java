package io.leasegate.store;

import io.leasegate.core.grant.Grant;

/** What became of a grant that was to be issued. */
public sealed interface IssueResult {

  /** It is there. */
  record Issued(Grant grant) implements IssueResult {}

  /** The agent's records have changed since the decision: decide again on these. */
  record Changed(AgentRecords records) implements IssueResult {}

  /** The agent has as many live grants as it may have. */
  record Full(int most) implements IssueResult {}
}
