package io.leasegate.store.redis;

import io.leasegate.core.call.Identity;
import io.leasegate.core.grant.Grant;
import io.leasegate.core.grant.GrantOrigin;
import io.leasegate.core.grant.LeaseBinding;
import io.leasegate.core.grant.Revocation;
import io.leasegate.core.grant.RevokedBy;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Grants as scripts keep them: a hash of texts, an empty one where there is nothing. */
final class GrantCodec {

  private GrantCodec() {}

  static Grant read(String workspace, Reply reply) {
    Map<String, String> hash = reply.hash();
    return new Grant(
        Hash.text(hash, "id"),
        new Identity(workspace, Hash.text(hash, "agent")),
        Hash.text(hash, "capability"),
        Hash.number(hash, "issued_at"),
        Hash.number(hash, "window_start"),
        Hash.number(hash, "expires_at"),
        Hash.number(hash, "ttl"),
        binding(hash),
        Hash.text(hash, "rule"),
        Hash.some(hash, "parent"),
        GrantOrigin.valueOf(Hash.text(hash, "origin").toUpperCase(Locale.ROOT)),
        Hash.some(hash, "revoked_by").map(by -> revocation(by, hash)));
  }

  static Optional<LeaseBinding> binding(Map<String, String> hash) {
    return Hash.some(hash, "lease")
        .map(lease -> new LeaseBinding(lease, Hash.number(hash, "generation")));
  }

  private static Revocation revocation(String by, Map<String, String> hash) {
    return new Revocation(
        RevokedBy.valueOf(by.toUpperCase(Locale.ROOT)), Hash.number(hash, "revoked_at"));
  }
}
