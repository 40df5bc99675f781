package io.leasegate.core.idempotency;

import java.util.Optional;

/**
 * Who executes the call of a key, and since when.
 *
 * @param attempt the token of the execution, new for each: only an outcome under the token that the
 *     key holds changes it
 * @param fingerprint of the call; stays the same as long as there is a record
 * @param upstream where the call goes
 * @param tool the upstream's own name of what it calls
 * @param claimedAt ms since 1970
 * @param payer id of the lease whose budget the write was taken from; empty: nothing was taken
 */
public record KeyClaim(
    String attempt,
    Fingerprint fingerprint,
    String upstream,
    String tool,
    long claimedAt,
    Optional<String> payer) {

  /** The same under another token. */
  KeyClaim under(String token) {
    return new KeyClaim(token, fingerprint, upstream, tool, claimedAt, payer);
  }
}
