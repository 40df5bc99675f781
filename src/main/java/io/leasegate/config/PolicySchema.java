package io.leasegate.config;

import io.leasegate.core.call.Identity;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;

/** The keys of the policy file. */
final class PolicySchema {

  static final Range<Duration> TIME =
      new Range<>(
          Duration.ofSeconds(1),
          Duration.ofDays(365),
          duration -> DurationText.format(duration, DurationText.POLICY_UNITS));

  private static final ValueType<Duration> DURATION = ValueTypes.policyDuration(TIME);
  private static final ValueType<String> VERSION =
      new ValueType<>("1", false, EnumSet.of(ScalarKind.INTEGER), PolicySchema::version);
  private static final ValueType<String> AGENT =
      ValueTypes.checked("an agent: *, <id> or <workspace>/<id>", PolicySchema::agentError);
  private static final Set<String> PERMISSIONS =
      new TreeSet<>(
          Set.of(
              "lease:acquire",
              "lease:read",
              "lease:adopt",
              "lease:reclaim",
              "lease:reclaim_terminal",
              "lease:revoke",
              "lease:import",
              "lease:publish_policy"));
  private static final ValueType<String> PERMISSION = ValueTypes.oneOf(PERMISSIONS);
  private static final ValueType<RateLimit> RATE =
      ValueType.ofText(
          "a rate <n>/s|m|h, 1..1000000",
          scalar -> RateLimit.parse(scalar.text()).orElseThrow(ValueType::unexpected));
  private static final ValueType<Set<Redaction>> REDACTION =
      ValueType.ofText("pii | email | phone | card | aws_access_key", PolicySchema::redactions);

  private enum Requirement {
    HUMAN_APPROVAL
  }

  private enum LeaseNeed {
    REQUIRED
  }

  private final ValueType<String> glob;
  private final ConditionSchema conditions;

  /**
   * A schema with the checks of other packages.
   *
   * @param globError what is wrong with a capability glob; nothing when it is well formed
   * @param regexError what is wrong with a regular expression; nothing when it is well formed
   */
  PolicySchema(
      Function<String, Optional<String>> globError, Function<String, Optional<String>> regexError) {
    this.glob = ValueTypes.checked("a capability glob such as sim:call:*", globError);
    this.conditions = new ConditionSchema(regexError);
  }

  Parsed<PolicyFile> read(Section s) {
    var version = s.required("version", VERSION);
    Parsed<PolicyLimits> limits = s.section("limits", this::limits);
    Parsed<Map<String, AgentPolicy>> agents =
        s.named("agents", AGENT, (name, agent) -> agent(agent));
    return version.isBroken()
        ? Parsed.broken()
        : s.build(() -> new PolicyFile(limits.get(), agents.get()));
  }

  private Parsed<PolicyLimits> limits(Section s) {
    var maxTtl = s.optional("max_ttl", DURATION);
    var deny = s.list("deny", glob, List.of());
    var rateLimit = s.optional("rate_limit", RATE);
    var approvalTtl = s.optional("approval_ttl", DURATION);
    var maxLeaseTotal = s.optional("max_lease_total", DURATION);
    var maxInline = s.optional("max_inline_bytes", ValueTypes.bytes(ResultsConfig.INLINE));
    var callRate = s.optional("call_rate", RATE);
    return s.build(
        () ->
            new PolicyLimits(
                maxTtl.get(),
                deny.get(),
                rateLimit.get(),
                approvalTtl.get(),
                maxLeaseTotal.get(),
                maxInline.get(),
                callRate.get()));
  }

  private Parsed<AgentPolicy> agent(Section s) {
    var defaultTtl = s.optional("default_ttl", DURATION);
    Parsed<PolicyLimits> limits = s.section("limits", this::limits);
    Parsed<LeaseLimits> lease = s.section("lease", PolicySchema::lease);
    var permissions = s.list("permissions", PERMISSION, List.of());
    var keyed = s.list("require_idempotency_key", ValueTypes.NAME_GLOB, List.of());
    Parsed<List<CapabilityRule>> rules = s.sections("capabilities", this::rule);
    return s.build(
        () ->
            new AgentPolicy(
                defaultTtl.get(),
                limits.get(),
                lease.get().maxTotal(),
                lease.get().maxWrites(),
                permissions.get(),
                keyed.get(),
                rules.get()));
  }

  private record LeaseLimits(Optional<Duration> maxTotal, Optional<Long> maxWrites) {}

  private static Parsed<LeaseLimits> lease(Section s) {
    var maxTotal = s.optional("max_total", DURATION);
    var maxWrites = s.optional("max_writes", ValueTypes.longInteger(AgentPolicy.WRITES));
    return s.build(() -> new LeaseLimits(maxTotal.get(), maxWrites.get()));
  }

  private Parsed<CapabilityRule> rule(Section s) {
    var match = s.required("match", glob);
    var autoApprove = s.value("auto_approve", ValueTypes.BOOLEAN, "false");
    var ttl = s.optional("ttl", DURATION);
    var require = s.optional("require", ValueTypes.choice(Requirement.class));
    var lease = s.optional("lease", ValueTypes.choice(LeaseNeed.class));
    Parsed<List<Set<Redaction>>> redact = s.list("redact", REDACTION, List.of());
    Parsed<Map<String, List<Condition>>> when =
        s.named("when", ConditionSchema.ARGUMENT, (name, each) -> conditions.read(each));
    return s.build(
        () ->
            new CapabilityRule(
                match.get(),
                autoApprove.get(),
                require.get().isPresent(),
                ttl.get(),
                lease.get().isPresent(),
                union(redact.get()),
                when.get()));
  }

  private static String version(FoundScalar scalar) {
    if (!scalar.text().equals("1")) {
      throw ValueType.unexpected();
    }
    return scalar.text();
  }

  private static Set<Redaction> redactions(FoundScalar scalar) {
    return scalar.text().equals("pii")
        ? EnumSet.allOf(Redaction.class)
        : EnumSet.of(ValueTypes.choice(Redaction.class).parser().parse(scalar));
  }

  private static Set<Redaction> union(List<Set<Redaction>> parts) {
    Set<Redaction> all = EnumSet.noneOf(Redaction.class);
    parts.forEach(all::addAll);
    return all;
  }

  private static Optional<String> agentError(String name) {
    int slash = name.indexOf('/');
    boolean wellFormed =
        name.equals("*")
            || (slash < 0
                ? Identity.isName(name)
                : Identity.isName(name.substring(0, slash))
                    && Identity.isName(name.substring(slash + 1)));
    return wellFormed ? Optional.empty() : Optional.of("expected *, <id> or <workspace>/<id>");
  }
}
