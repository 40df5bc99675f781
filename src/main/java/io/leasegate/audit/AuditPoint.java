package io.leasegate.audit;

/**
 * A place in the chain of a workspace.
 *
 * @param sequence of the entry there; 0: before the first one
 * @param hash of that entry, 64 lower-case hexadecimal digits
 */
public record AuditPoint(long sequence, String hash) {

  /** Before the first entry. */
  public static final AuditPoint START = new AuditPoint(0, "0".repeat(64));
}
