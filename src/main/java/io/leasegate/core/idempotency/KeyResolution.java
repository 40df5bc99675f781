package io.leasegate.core.idempotency;

/** What an operator found out about a key whose outcome is unknown. */
public sealed interface KeyResolution {

  /**
   * It was executed.
   *
   * @param answer for replays; {@link KeptAnswer.NotGiven} without a result
   */
  record Executed(KeptAnswer answer) implements KeyResolution {}

  /** It was not executed. */
  record NotExecuted() implements KeyResolution {}
}
