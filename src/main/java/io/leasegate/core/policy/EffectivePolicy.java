package io.leasegate.core.policy;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.GlobSet;
import io.leasegate.core.capability.Overlap;
import io.leasegate.core.policy.Decision.Deny;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What holds for one agent: the entry that applies, alone, and the limits of everybody combined
 * with its own. Immutable and free to share.
 *
 * <p>The order of a request is: its rate limit (the caller's), {@link #refusal}, a live grant that
 * covers it (the caller's), {@link #decide}.
 */
public final class EffectivePolicy {

  static final Duration DEFAULT_TTL = Duration.ofMinutes(15);
  static final Duration DEFAULT_APPROVAL_TTL = Duration.ofMinutes(10);
  static final RateLimit DEFAULT_RATE_LIMIT = new RateLimit(30, Duration.ofMinutes(1));

  private final boolean found;
  private final AgentEntry entry;
  private final Limits limits;
  private final GlobSet deny;
  private final RuleList rules;

  EffectivePolicy(Limits global, Optional<AgentEntry> entry) {
    this.found = entry.isPresent();
    this.entry = entry.orElse(AgentEntry.NONE);
    this.limits = global.combinedWith(this.entry.limits());
    this.deny = GlobSet.of(limits.deny());
    this.rules = new RuleList(this.entry.capabilities());
  }

  /** What refuses the request before any grant or rule is looked at: a deny glob, or its ttl. */
  public Optional<Deny> refusal(PolicyRequest request) {
    CapabilityGlob capability = request.capability();
    int denied = deny.firstOverlap(capability);
    if (denied != GlobSet.NONE) {
      CapabilityGlob glob = deny.globs().get(denied);
      Overlap overlap = glob.overlap(capability);
      return Optional.of(
          Refusals.ceilingBlocked(capability.text(), new DenyDetail(glob, overlap.findWitness())));
    }
    return request.ttl().filter(ttl -> TtlText.parse(ttl).isEmpty()).map(Refusals::invalidTtl);
  }

  /**
   * The decision on a request that no live grant answers: {@link #refusal}, then the first rule
   * that covers it. A request under a rule with {@code lease: required} needs a lease.
   */
  public Decision decide(PolicyRequest request) {
    Optional<Deny> refusal = refusal(request);
    if (refusal.isPresent()) {
      return refusal.get();
    }
    if (!found) {
      return Refusals.noPolicy();
    }
    RuleList.Named first = rules.firstFor(request.capability(), request.arguments());
    if (first == null) {
      return notCovered(request);
    }
    CapabilityRule rule = first.rule();
    if (rule.leaseRequired() && request.leaseRemaining().isEmpty()) {
      return Refusals.leaseRequired(first.name());
    }
    Duration ttl = ttl(rule, request.ttl().flatMap(TtlText::parse), request.leaseRemaining());
    if (ttl.compareTo(Duration.ofSeconds(1)) < 0) {
      return Refusals.leaseEndsTooSoon();
    }
    return rule.autoApprove()
        ? new Decision.Allow(first.name(), rule, ttl)
        : new Decision.NeedsApproval(first.name(), rule, ttl, approvalTtl());
  }

  private Deny notCovered(PolicyRequest request) {
    RuleList.@Nullable Named conditional = rules.firstFor(request.capability(), Optional.empty());
    return conditional != null
        ? Refusals.conditionFails(conditional)
        : Refusals.noRule(request.capability().text());
  }

  /** The shortest of what was asked for, the rule's or the agent's, the limit, and the lease's. */
  private Duration ttl(
      CapabilityRule rule, Optional<Duration> requested, Optional<Duration> leaseRemaining) {
    Duration ttl = Limits.shorter(rule.ttl().orElse(defaultTtl()), longestGrant());
    ttl = Limits.shorter(ttl, requested.orElse(ttl));
    return Limits.shorter(ttl, leaseRemaining.orElse(ttl));
  }

  /**
   * Whether a call under a live grant is still allowed: deny globs first, then the conditions and
   * the {@code lease: required} of the grant's rule and of the first rule that fits the call.
   *
   * @param ruleName the {@code ruleName} of the decision that issued the grant; where this policy
   *     has no such rule any more, the first rule that matches the capability stands for it
   * @param leaseBound whether the grant is bound to a lease
   */
  public CallCheck checkCall(
      Capability capability, ArgumentView arguments, String ruleName, boolean leaseBound) {
    Optional<Deny> denied = denied(capability);
    if (denied.isPresent()) {
      return new CallCheck.Refused(denied.get());
    }
    RuleList.@Nullable Named issuer = rules.named(ruleName);
    if (issuer == null || !issuer.rule().match().matches(capability)) {
      issuer = rules.firstMatching(capability);
    }
    if (issuer == null) {
      return CallCheck.Passed.PLAIN;
    }
    if (!issuer.rule().conditionsHold(arguments)) {
      return new CallCheck.Refused(Refusals.conditionFails(issuer));
    }
    RuleList.@Nullable Named fitting = rules.firstFor(capability, arguments);
    RuleList.Named first = fitting == null ? issuer : fitting;
    for (RuleList.Named named : List.of(issuer, first)) {
      if (named.rule().leaseRequired() && !leaseBound) {
        return new CallCheck.Refused(Refusals.leaseRequired(named.name()));
      }
    }
    return passed(issuer.rule(), first.rule());
  }

  private static CallCheck passed(CapabilityRule issuer, CapabilityRule first) {
    if (issuer.redact().isEmpty() && first.redact().isEmpty()) {
      return CallCheck.Passed.PLAIN;
    }
    Set<Redaction> both = EnumSet.noneOf(Redaction.class);
    both.addAll(issuer.redact());
    both.addAll(first.redact());
    return new CallCheck.Passed(both);
  }

  /** The refusal of a capability that a deny glob matches. */
  public Optional<Deny> denied(Capability capability) {
    int denied = deny.firstMatch(capability);
    return denied == GlobSet.NONE
        ? Optional.empty()
        : Optional.of(
            Refusals.ceilingBlocked(
                capability.globText(),
                new DenyDetail(deny.globs().get(denied), Optional.of(capability))));
  }

  /**
   * Whether a tool is hidden from the agent: one deny glob covers all that its calls can need.
   *
   * @param needed as {@link CapabilityMapper#patternOf} says
   */
  public boolean hides(CapabilityGlob needed) {
    return deny.firstCovering(needed) != GlobSet.NONE;
  }

  /** Whether writes of the tool need a key; globs are tried on its name with and without prefix. */
  public boolean requiresIdempotencyKey(String upstream, String tool) {
    Predicate<String> required =
        name -> entry.requireIdempotencyKey().stream().anyMatch(glob -> glob.matches(name));
    return !entry.requireIdempotencyKey().isEmpty()
        && (required.test(tool) || required.test(upstream + "__" + tool));
  }

  /** Whether an entry applies, be it that of {@code "*"}. */
  public boolean found() {
    return found;
  }

  public Set<Permission> permissions() {
    return entry.permissions();
  }

  public Duration defaultTtl() {
    return entry.defaultTtl().orElse(DEFAULT_TTL);
  }

  /** The longest grant that may be issued or renewed: {@code max_ttl}, else 365 d. */
  public Duration longestGrant() {
    return limits.maxTtl().orElse(Limits.LONGEST);
  }

  public Duration approvalTtl() {
    return limits.approvalTtl().orElse(DEFAULT_APPROVAL_TTL);
  }

  /** Of explicit requests; implicit ones are limited at ten times the number. */
  public RateLimit rateLimit() {
    return limits.rateLimit().orElse(DEFAULT_RATE_LIMIT);
  }

  /** Of calls at one replica; empty: not limited. */
  public Optional<RateLimit> callRate() {
    return limits.callRate();
  }

  /** Bytes of text that an answer may hold; empty: the gateway's own setting. */
  public Optional<Long> maxInlineBytes() {
    return limits.maxInlineBytes();
  }

  /** The longest task lease; empty: the gateway's own setting. */
  public Optional<Duration> leaseMaxTotal() {
    return Limits.lower(limits.maxLeaseTotal(), entry.leaseMaxTotal(), Limits::shorter);
  }

  /** The largest write budget of a task lease; empty: not limited. */
  public Optional<Long> leaseMaxWrites() {
    return entry.leaseMaxWrites();
  }

  public PolicySummary summary() {
    return new PolicySummary(
        found,
        defaultTtl(),
        globs(CapabilityRule::autoApprove),
        globs(rule -> !rule.autoApprove()),
        limits.deny().stream().map(CapabilityGlob::text).toList(),
        limits.maxTtl(),
        approvalTtl(),
        rateLimit(),
        leaseMaxTotal());
  }

  private List<String> globs(Predicate<CapabilityRule> which) {
    return entry.capabilities().stream()
        .filter(which)
        .map(rule -> rule.match().text())
        .distinct()
        .toList();
  }
}
