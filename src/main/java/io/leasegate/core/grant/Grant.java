package io.leasegate.core.grant;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import java.util.Optional;

/**
 * What an agent may do until a time. Immutable.
 *
 * @param identity whose grant it is
 * @param capability glob text, in NFC
 * @param issuedAt ms since 1970
 * @param windowStart ms since 1970: issue or last renewal
 * @param expiresAt ms since 1970: the first moment at which it is not live any more
 * @param originalTtlMs what a renewal gives anew, 1,000 or more
 * @param ruleName of the policy's rule that allowed it; see {@code Decision.Allow}
 * @param parentGrantId what it was delegated from
 * @param revocation empty while nothing ended it before its time
 */
public record Grant(
    String id,
    Identity identity,
    String capability,
    long issuedAt,
    long windowStart,
    long expiresAt,
    long originalTtlMs,
    Optional<LeaseBinding> lease,
    String ruleName,
    Optional<String> parentGrantId,
    GrantOrigin origin,
    Optional<Revocation> revocation) {

  /**
   * A grant that begins now and was not delegated.
   *
   * @param ttlMs as the policy decided, 1,000 or more
   */
  public static Grant issue(
      String id,
      Identity identity,
      CapabilityGlob capability,
      long now,
      long ttlMs,
      Optional<LeaseBinding> lease,
      String ruleName,
      GrantOrigin origin) {
    return new Grant(
        id,
        identity,
        capability.text(),
        now,
        now,
        now + ttlMs,
        ttlMs,
        lease,
        ruleName,
        Optional.empty(),
        origin,
        Optional.empty());
  }

  /**
   * Live while {@code now < expires_at} and not revoked. Whether its lease and its parent live, on
   * which it depends as well, is asked with {@link GrantLiveness}.
   */
  public boolean isLive(long now) {
    return now < expiresAt && revocation.isEmpty();
  }

  /** Milliseconds until the expiry; 0 when not live. */
  public long remainingMs(long now) {
    return isLive(now) ? expiresAt - now : 0;
  }

  /** Only what is bound to a lease can be renewed. */
  public boolean renewable() {
    return lease.isPresent();
  }

  /** The capability compiled: work that callers on the hot path share. */
  public CapabilityGlob glob() {
    return CapabilityGlob.parse(capability).orThrow();
  }

  /** The end of this grant before its time; one that was revoked before stays as it is. */
  public Grant revoked(RevokedBy by, long now) {
    return revocation.isPresent()
        ? this
        : with(windowStart, expiresAt, Optional.of(new Revocation(by, now)));
  }

  Grant renewed(long now, long newExpiry) {
    return with(now, newExpiry, revocation);
  }

  private Grant with(long windowStart, long expiresAt, Optional<Revocation> revocation) {
    return new Grant(
        id,
        identity,
        capability,
        issuedAt,
        windowStart,
        expiresAt,
        originalTtlMs,
        lease,
        ruleName,
        parentGrantId,
        origin,
        revocation);
  }
}
