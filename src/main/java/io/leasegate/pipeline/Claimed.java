package io.leasegate.pipeline;

import io.leasegate.store.CallStore;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A call that the store has let pass.
 *
 * @param claim of a write or a keyed call that is to be sent
 * @param sendBy the loop's time after which it is not sent any more
 * @param replay the answer, where the call ran before and is not to be sent
 */
record Claimed(
    Authorized authorized,
    Optional<CallStore.Claim> claim,
    long sendBy,
    CallOutcome.@Nullable Answered replay) {

  /** A read without a key: the store was not asked. */
  static Claimed unclaimed(Authorized authorized) {
    return new Claimed(authorized, Optional.empty(), Long.MAX_VALUE, null);
  }

  static Claimed toSend(Authorized authorized, CallStore.Claim claim, long sendBy) {
    return new Claimed(authorized, Optional.of(claim), sendBy, null);
  }

  static Claimed replayed(Authorized authorized, CallOutcome.Answered answer) {
    return new Claimed(authorized, Optional.empty(), Long.MAX_VALUE, answer);
  }

  boolean isKeyed() {
    return claim.isPresent() && claim.get().key().isPresent();
  }
}
