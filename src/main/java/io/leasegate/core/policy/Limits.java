package io.leasegate.core.policy;

import io.leasegate.core.capability.CapabilityGlob;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;

/**
 * Limits of everybody or of one agent; empty: not set here.
 *
 * @param maxTtl the longest grant, 1 s..365 d
 * @param deny capability globs that nobody gets, whatever the rules say
 * @param rateLimit explicit requests of an agent
 * @param approvalTtl how long an approval stays open, 1 s..365 d
 * @param maxLeaseTotal the longest task lease, 1 s..365 d
 * @param maxInlineBytes of text in an answer, 1 or more
 * @param callRate calls of an agent at one replica
 */
public record Limits(
    Optional<Duration> maxTtl,
    List<CapabilityGlob> deny,
    Optional<RateLimit> rateLimit,
    Optional<Duration> approvalTtl,
    Optional<Duration> maxLeaseTotal,
    Optional<Long> maxInlineBytes,
    Optional<RateLimit> callRate) {

  /** The longest of all durations, so that adding one to a time cannot overflow. */
  public static final Duration LONGEST = Duration.ofDays(365);

  /** Nothing is limited here. */
  public static final Limits NONE =
      new Limits(
          Optional.empty(),
          List.of(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());

  public Limits {
    deny = List.copyOf(deny);
    maxTtl.ifPresent(value -> requireTtl("max_ttl", value));
    approvalTtl.ifPresent(value -> requireTtl("approval_ttl", value));
    maxLeaseTotal.ifPresent(value -> requireTtl("max_lease_total", value));
    if (maxInlineBytes.isPresent() && maxInlineBytes.get() < 1) {
      throw new IllegalArgumentException("max_inline_bytes must be 1 or more");
    }
  }

  /** Both at once: of every number the lower one, and both deny lists, these first. */
  public Limits combinedWith(Limits other) {
    LinkedHashSet<CapabilityGlob> both = new LinkedHashSet<>(deny);
    both.addAll(other.deny);
    return new Limits(
        lower(maxTtl, other.maxTtl, Limits::shorter),
        new ArrayList<>(both),
        lower(rateLimit, other.rateLimit, RateLimit::lower),
        lower(approvalTtl, other.approvalTtl, Limits::shorter),
        lower(maxLeaseTotal, other.maxLeaseTotal, Limits::shorter),
        lower(maxInlineBytes, other.maxInlineBytes, Math::min),
        lower(callRate, other.callRate, RateLimit::lower));
  }

  static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  static <T> Optional<T> lower(Optional<T> one, Optional<T> other, BinaryOperator<T> lower) {
    return one.isPresent() && other.isPresent()
        ? Optional.of(lower.apply(one.get(), other.get()))
        : one.or(() -> other);
  }

  static void requireTtl(String name, Duration value) {
    if (value.compareTo(Duration.ofSeconds(1)) < 0 || value.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(name + " must be 1 s..365 d, not " + value);
    }
  }
}
