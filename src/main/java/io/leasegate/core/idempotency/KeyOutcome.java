package io.leasegate.core.idempotency;

/** What is known about an execution when its executor has done what it can. */
public sealed interface KeyOutcome {

  /** There is an answer to record. */
  record Answered(KeptAnswer answer) implements KeyOutcome {}

  /** The upstream asked for input. */
  record InputRequired() implements KeyOutcome {}

  /** It did not run: the key becomes free, its write is given back. */
  record NotExecuted() implements KeyOutcome {}

  /** It was sent, and no answer came. */
  record Lost() implements KeyOutcome {}
}
