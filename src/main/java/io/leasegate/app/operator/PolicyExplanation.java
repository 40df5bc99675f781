package io.leasegate.app.operator;

import io.leasegate.config.AgentPolicy;
import io.leasegate.config.CapabilityRule;
import io.leasegate.config.PolicyCompiler;
import io.leasegate.config.PolicyFile;
import io.leasegate.config.PolicyLimits;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.Overlap;
import io.leasegate.core.policy.Decision;
import io.leasegate.core.policy.EffectivePolicy;
import io.leasegate.core.policy.PolicyRequest;
import io.leasegate.core.policy.TtlText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Why a policy says what it says to a request. The decision is the policy's own; the rest is read
 * off its file.
 *
 * @param entry the key of the entry that applies
 * @param why this entry
 * @param denies every deny glob that could stand in the way
 * @param limits in force
 * @param ttlFrom where the ttl of the decision comes from, when it has one
 */
record PolicyExplanation(
    Identity identity,
    CapabilityGlob capability,
    Optional<String> entry,
    String why,
    List<DenyVerdict> denies,
    List<RuleVerdict> rules,
    List<Limit> limits,
    Decision decision,
    Optional<String> ttlFrom) {

  /** A deny glob, the key of its list, and what it has in common with the request. */
  record DenyVerdict(String glob, String from, Overlap overlap) {}

  /** What a rule has to do with the request. */
  enum Fit {
    /** It matches all of the request. */
    COVERS,
    /** It matches a part of the request, which is not enough. */
    PARTLY,
    DISJOINT;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** A rule; the first that covers decides, unless a deny glob or a wrong ttl came before. */
  record RuleVerdict(int index, CapabilityRule rule, Fit fit, boolean decides) {}

  /** A limit in force, and the key that sets it. */
  record Limit(String name, String value, String from) {}

  private static final AgentPolicy NOBODY =
      new AgentPolicy(
          Optional.empty(),
          new PolicyLimits(
              Optional.empty(),
              List.of(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty(),
              Optional.empty()),
          Optional.empty(),
          Optional.empty(),
          List.of(),
          List.of(),
          List.of());

  static PolicyExplanation of(PolicyFile file, Identity identity, PolicyRequest request) {
    EffectivePolicy effective = PolicyCompiler.compile(file).forAgent(identity);
    String own = identity.workspace() + "/" + identity.agent();
    Optional<String> entry =
        Stream.of(own, identity.agent(), "*").filter(file.agents()::containsKey).findFirst();
    AgentPolicy agent =
        entry.map(key -> Objects.requireNonNull(file.agents().get(key))).orElse(NOBODY);
    String prefix = entry.map(PolicyExplanation::entryKey).orElse("");
    boolean refused = effective.refusal(request).isPresent();
    List<RuleVerdict> rules = rules(agent, request.capability(), refused);
    Decision decision = effective.decide(request);
    return new PolicyExplanation(
        identity,
        request.capability(),
        entry,
        why(entry, own, identity.agent()),
        denies(file.limits(), agent.limits(), prefix, request.capability()),
        rules,
        limits(file.limits(), agent, prefix, effective),
        decision,
        decision instanceof Decision.Deny
            ? Optional.empty()
            : ttlFrom(file.limits(), agent, prefix, effective, rules, request));
  }

  static String entryKey(String key) {
    return key.matches("[A-Za-z0-9_-]+") ? "agents." + key : "agents[\"" + key + "\"]";
  }

  private static String why(Optional<String> entry, String own, String agent) {
    if (entry.isEmpty()) {
      return "the policy has neither " + own + ", nor " + agent + ", nor \"*\"";
    }
    String key = entry.get();
    return key.equals(own)
        ? "it names the workspace and the agent"
        : key.equals(agent)
            ? "it names the agent; there is no " + own
            : "it is for everybody; there is neither " + own + " nor " + agent;
  }

  private static List<DenyVerdict> denies(
      PolicyLimits global, PolicyLimits own, String prefix, CapabilityGlob request) {
    return Stream.concat(
            global.deny().stream().map(glob -> deny(glob, "limits.deny", request)),
            own.deny().stream().map(glob -> deny(glob, prefix + ".limits.deny", request)))
        .toList();
  }

  private static DenyVerdict deny(String glob, String from, CapabilityGlob request) {
    return new DenyVerdict(glob, from, CapabilityGlob.parse(glob).orThrow().overlap(request));
  }

  private static List<RuleVerdict> rules(
      AgentPolicy agent, CapabilityGlob request, boolean refused) {
    List<RuleVerdict> verdicts = new ArrayList<>();
    boolean open = !refused;
    for (CapabilityRule rule : agent.capabilities()) {
      CapabilityGlob match = CapabilityGlob.parse(rule.match()).orThrow();
      Fit fit =
          match.covers(request)
              ? Fit.COVERS
              : match.overlap(request).possible() ? Fit.PARTLY : Fit.DISJOINT;
      boolean decides = open && fit == Fit.COVERS;
      open &= !decides;
      verdicts.add(new RuleVerdict(verdicts.size(), rule, fit, decides));
    }
    return verdicts;
  }

  private static Optional<String> ttlFrom(
      PolicyLimits global,
      AgentPolicy agent,
      String prefix,
      EffectivePolicy effective,
      List<RuleVerdict> rules,
      PolicyRequest request) {
    Optional<RuleVerdict> decisive = rules.stream().filter(RuleVerdict::decides).findFirst();
    Optional<Duration> ofRule = decisive.flatMap(it -> it.rule().ttl());
    Duration shortest = ofRule.orElse(effective.defaultTtl());
    String from =
        ofRule.isPresent()
            ? prefix + ".capabilities[" + decisive.get().index() + "].ttl"
            : agent.defaultTtl().isPresent() ? prefix + ".default_ttl" : "the default";
    Map<String, Optional<Duration>> ceilings = new LinkedHashMap<>();
    ceilings.put("limits.max_ttl", global.maxTtl());
    ceilings.put(prefix + ".limits.max_ttl", agent.limits().maxTtl());
    ceilings.put("the request", request.ttl().flatMap(TtlText::parse));
    ceilings.put("the lease's end", request.leaseRemaining());
    for (Map.Entry<String, Optional<Duration>> ceiling : ceilings.entrySet()) {
      Duration most = ceiling.getValue().orElse(shortest);
      if (most.compareTo(shortest) < 0) {
        shortest = most;
        from = ceiling.getKey();
      }
    }
    return Optional.of(from);
  }

  private static List<Limit> limits(
      PolicyLimits global, AgentPolicy agent, String prefix, EffectivePolicy effective) {
    PolicyLimits own = agent.limits();
    String ownLimits = prefix + ".limits.";
    return List.of(
        limit(
            "max_ttl",
            global.maxTtl().or(own::maxTtl).map(any -> time(effective.longestGrant())),
            new Source("limits.max_ttl", global.maxTtl().map(PolicyExplanation::time)),
            new Source(ownLimits + "max_ttl", own.maxTtl().map(PolicyExplanation::time))),
        limit(
            "approval_ttl",
            Optional.of(time(effective.approvalTtl())),
            new Source("limits.approval_ttl", global.approvalTtl().map(PolicyExplanation::time)),
            new Source(ownLimits + "approval_ttl", own.approvalTtl().map(PolicyExplanation::time))),
        limit(
            "rate_limit",
            Optional.of(effective.rateLimit().toString()),
            new Source("limits.rate_limit", global.rateLimit().map(Object::toString)),
            new Source(ownLimits + "rate_limit", own.rateLimit().map(Object::toString))),
        limit(
            "call_rate",
            effective.callRate().map(Object::toString),
            new Source("limits.call_rate", global.callRate().map(Object::toString)),
            new Source(ownLimits + "call_rate", own.callRate().map(Object::toString))),
        limit(
            "max_inline_bytes",
            effective.maxInlineBytes().map(Object::toString),
            new Source("limits.max_inline_bytes", global.maxInlineBytes().map(Object::toString)),
            new Source(ownLimits + "max_inline_bytes", own.maxInlineBytes().map(Object::toString))),
        limit(
            "max_lease_total",
            effective.leaseMaxTotal().map(PolicyExplanation::time),
            new Source(
                "limits.max_lease_total", global.maxLeaseTotal().map(PolicyExplanation::time)),
            new Source(
                ownLimits + "max_lease_total", own.maxLeaseTotal().map(PolicyExplanation::time)),
            new Source(
                prefix + ".lease.max_total", agent.leaseMaxTotal().map(PolicyExplanation::time))),
        limit(
            "max_writes",
            effective.leaseMaxWrites().map(Object::toString),
            new Source(
                prefix + ".lease.max_writes", agent.leaseMaxWrites().map(Object::toString))));
  }

  private record Source(String key, Optional<String> value) {}

  private static Limit limit(String name, Optional<String> inForce, Source... sources) {
    String from =
        Stream.of(sources)
            .filter(source -> source.value.isPresent() && source.value.equals(inForce))
            .map(Source::key)
            .findFirst()
            .orElse(inForce.isPresent() ? "the default" : "");
    return new Limit(name, inForce.orElse("none"), from);
  }

  private static String time(Duration time) {
    return TimeText.of(time);
  }
}
