package io.leasegate.store;

import io.leasegate.core.grant.GrantRenewal;

/** What became of a request to renew. */
public sealed interface RenewResult {

  /** Judged by the rules of renewal. */
  record Judged(GrantRenewal renewal) implements RenewResult {}

  /** The agent has no such grant. */
  record NotFound() implements RenewResult {}
}
