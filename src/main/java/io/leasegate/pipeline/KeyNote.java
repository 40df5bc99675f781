package io.leasegate.pipeline;

/** What the caller is told about the key of its call, with the answer. */
public sealed interface KeyNote {

  /**
   * The answer is that of an earlier call.
   *
   * @param firstExecutedAt when that call began, ms since 1970
   * @param failed whether it ended in an error
   */
  record Replayed(long firstExecutedAt, boolean failed) implements KeyNote {}

  /** The call ran, but that could not be recorded: a retry may not find this answer. */
  record NotStored() implements KeyNote {}
}
