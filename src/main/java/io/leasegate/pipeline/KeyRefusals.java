package io.leasegate.pipeline;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.error.Refusal;
import io.leasegate.core.idempotency.KeyRecord;
import io.leasegate.core.time.Times;

/** What an agent is told when the key of its call does not let it run. */
final class KeyRefusals {

  private KeyRefusals() {}

  static Refusal invalid(String why, String capability) {
    return Refusal.of(
        ErrorCode.IDEMPOTENCY_KEY_INVALID,
        why,
        capability,
        "Nothing was sent. Call again with one key of 1 to 200 printable ASCII characters, new for"
            + " this intention and the same on every retry of it.");
  }

  static Refusal required(String capability) {
    return Refusal.of(
        ErrorCode.IDEMPOTENCY_KEY_REQUIRED,
        "the policy requires an idempotency key for this tool",
        capability,
        "Nothing was sent. Call again with _sg_idempotency_key in the arguments: one new value for"
            + " this intention, the same on every retry of it.");
  }

  static Refusal conflict(String capability) {
    return Refusal.of(
        ErrorCode.IDEMPOTENCY_KEY_CONFLICT,
        "the idempotency key belongs to a call with other arguments",
        capability,
        "Nothing was sent. For a retry, send the same tool and arguments as the first time; for"
            + " another intention, use a new key.");
  }

  /**
   * @param running whether the other call runs, or waits for what its client is to bring
   */
  static Refusal inFlight(boolean running, long retryAfterMs, String capability) {
    return Refusal.of(
            ErrorCode.IDEMPOTENCY_IN_FLIGHT,
            running
                ? "a call with this idempotency key is still running"
                : "the upstream waits for input to the call with this idempotency key",
            capability,
            running
                ? "This call was not sent. Try the same call with the same key again later."
                : "This call was not sent. Send the requested input with the requestState, under"
                    + " the same key.")
        .retryAfter(wholeSeconds(retryAfterMs));
  }

  static Refusal released(String capability) {
    return Refusal.of(
            ErrorCode.IDEMPOTENCY_IN_FLIGHT,
            "the call that held this idempotency key ended without running",
            capability,
            "This call was not sent. Try it again with the same key.")
        .retryAfter(1);
  }

  static Refusal unknown(KeyRecord.Unknown record, String capability) {
    return Refusal.of(
        ErrorCode.IDEMPOTENCY_OUTCOME_UNKNOWN,
        "the call with this idempotency key was sent at "
            + Times.text(record.claim().claimedAt())
            + " and gave no answer; it may have run",
        capability,
        "It is not sent again. Look for its effect at the upstream; an operator can say what"
            + " happened with leasegate idempotency resolve. Do not repeat it under another key"
            + " before you know.");
  }

  static Refusal tooMany(String capability) {
    return Refusal.of(
            ErrorCode.OVERLOADED,
            "the agent has as many idempotency keys as are kept, or too many calls wait",
            capability,
            "Nothing was sent. Try the same call with the same key again later.")
        .retryAfter(60);
  }

  private static int wholeSeconds(long ms) {
    return (int) Math.max(1, (ms + 999) / 1_000);
  }
}
