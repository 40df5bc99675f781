package io.leasegate.grants;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.policy.DenyDetail;
import io.leasegate.store.Approval;
import java.util.Optional;

/** What a request for a capability came to. */
public sealed interface RequestOutcome {

  /**
   * Granted.
   *
   * @param existing whether it was held before
   * @param now the store's time, ms since 1970
   * @param note what the agent should know about it
   */
  record Granted(Grant grant, boolean existing, long now, Optional<String> note)
      implements RequestOutcome {}

  /**
   * A human is asked.
   *
   * @param now the store's time, ms since 1970
   */
  record Pending(Approval approval, long now) implements RequestOutcome {}

  /**
   * Denied.
   *
   * @param detail which deny glob, with {@code ceiling_blocked}
   */
  record Denied(ErrorCode code, String reason, String nextStep, Optional<DenyDetail> detail)
      implements RequestOutcome {

    public static Denied of(ErrorCode code, String reason, String nextStep) {
      return new Denied(code, reason, nextStep, Optional.empty());
    }
  }

  /**
   * The request itself is wrong.
   *
   * @param what is wrong and what to send instead
   */
  record Misuse(String what) implements RequestOutcome {}
}
