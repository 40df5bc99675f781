package io.leasegate.core.lease;

import java.util.Locale;

/** How a lease presents itself; the record and its rules are the same for all. */
public enum LeaseFace {
  /** Groups grants of one agent under a time and a write budget; excludes nobody. */
  TASK,
  /** Excludes others from a task of a repository, and from its worktree and branch. */
  OWNERSHIP,
  /** Excludes others from a todo of a goal, and from its write scopes. */
  TASK_LEASE_V0;

  /** The name in records and answers. */
  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }
}
