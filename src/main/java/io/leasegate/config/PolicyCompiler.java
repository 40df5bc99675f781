package io.leasegate.config;

import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.NameGlob;
import io.leasegate.core.capability.ParseResult;
import io.leasegate.core.policy.AgentEntry;
import io.leasegate.core.policy.ArgumentCondition;
import io.leasegate.core.policy.ArgumentTest;
import io.leasegate.core.policy.ArgumentValue;
import io.leasegate.core.policy.Limits;
import io.leasegate.core.policy.Permission;
import io.leasegate.core.policy.Policy;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Makes the policy that decides out of the file that says it. Pure, and not cheap: globs compile.
 */
public final class PolicyCompiler {

  /** The loader whose texts this compiler understands. */
  public static PolicyLoader loader() {
    return new PolicyLoader(PolicyCompiler::globError, Re2Pattern::error);
  }

  private PolicyCompiler() {}

  private static Optional<String> globError(String glob) {
    return CapabilityGlob.parse(glob) instanceof ParseResult.Malformed<CapabilityGlob> malformed
        ? Optional.of(malformed.reason())
        : Optional.empty();
  }

  /** The policy of a file that {@link #loader} has loaded. */
  public static Policy compile(PolicyFile file) {
    Map<String, AgentEntry> agents = new LinkedHashMap<>();
    file.agents().forEach((key, agent) -> agents.put(key, entry(agent)));
    return Policy.of(limits(file.limits()), agents);
  }

  private static AgentEntry entry(AgentPolicy agent) {
    return new AgentEntry(
        agent.defaultTtl(),
        limits(agent.limits()),
        agent.leaseMaxTotal(),
        agent.leaseMaxWrites(),
        agent.permissions().stream()
            .flatMap(name -> Permission.of(name).stream())
            .collect(Collectors.toUnmodifiableSet()),
        agent.requireIdempotencyKey().stream().map(glob -> NameGlob.parse(glob).orThrow()).toList(),
        agent.capabilities().stream().map(PolicyCompiler::rule).toList());
  }

  private static Limits limits(PolicyLimits limits) {
    return new Limits(
        limits.maxTtl(),
        limits.deny().stream().map(glob -> CapabilityGlob.parse(glob).orThrow()).toList(),
        limits.rateLimit().map(PolicyCompiler::rate),
        limits.approvalTtl(),
        limits.maxLeaseTotal(),
        limits.maxInlineBytes(),
        limits.callRate().map(PolicyCompiler::rate));
  }

  private static io.leasegate.core.policy.RateLimit rate(RateLimit rate) {
    return new io.leasegate.core.policy.RateLimit(rate.count(), rate.window());
  }

  private static io.leasegate.core.policy.CapabilityRule rule(CapabilityRule rule) {
    List<ArgumentCondition> when = new ArrayList<>();
    rule.when()
        .forEach(
            (path, conditions) ->
                conditions.forEach(
                    condition -> when.add(new ArgumentCondition(path, test(condition)))));
    return new io.leasegate.core.policy.CapabilityRule(
        CapabilityGlob.parse(rule.match()).orThrow(),
        rule.autoApprove(),
        rule.ttl(),
        rule.leaseRequired(),
        rule.redact().stream()
            .map(redaction -> io.leasegate.core.policy.Redaction.valueOf(redaction.name()))
            .collect(Collectors.toUnmodifiableSet()),
        when);
  }

  private static ArgumentTest test(Condition condition) {
    if (condition instanceof Condition.EqualTo equal) {
      return new ArgumentTest.EqualTo(value(equal.value()));
    }
    if (condition instanceof Condition.In in) {
      return new ArgumentTest.In(in.values().stream().map(PolicyCompiler::value).toList());
    }
    if (condition instanceof Condition.Matches matches) {
      return new ArgumentTest.Matches(Re2Pattern.of(matches.regex()));
    }
    return new ArgumentTest.Max(((Condition.Max) condition).limit());
  }

  private static ArgumentValue value(Condition.Value value) {
    if (value instanceof Condition.Value.Text text) {
      return new ArgumentValue.Text(text.text());
    }
    if (value instanceof Condition.Value.Numeric number) {
      return new ArgumentValue.Numeric(number.number());
    }
    return new ArgumentValue.Bool(((Condition.Value.Bool) value).bool());
  }
}
