package io.leasegate.core.grant;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.lease.Lease;

/** Whether a call without a covering grant may have an implicit one, if the policy allows it. */
public sealed interface ImplicitGrant {

  /** Yes, bound to this task lease. */
  record Bound(Lease lease) implements ImplicitGrant {}

  /** Yes, bound to no lease. */
  record Unbound() implements ImplicitGrant {}

  /** No; an explicit request helps. */
  record Refused(ErrorCode code) implements ImplicitGrant {}
}
