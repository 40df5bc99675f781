package io.leasegate.core.lease;

/** What became of a request to change a lease. A refused one changes nothing. */
public sealed interface LeaseChange {

  /**
   * The record to be stored in place of the one before.
   *
   * @param lease as it is now
   */
  record Changed(Lease lease) implements LeaseChange {}

  /**
   * Refused.
   *
   * @param message one line that says what is wrong
   */
  record Refused(LeaseRefusalCode code, String message) implements LeaseChange {}
}
