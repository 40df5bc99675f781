package io.leasegate.core.policy;

import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Short ways to say what a policy of a test is. */
final class PolicyFixture {

  static final Identity AGENT = new Identity("default", "agent");

  private PolicyFixture() {}

  static CapabilityGlob glob(String text) {
    return CapabilityGlob.parse(text).orThrow();
  }

  static Capability capability(String text) {
    return Capability.parse(text).orThrow();
  }

  static CapabilityRule auto(String match) {
    return new CapabilityRule(glob(match), true, Optional.empty(), false, Set.of(), List.of());
  }

  static CapabilityRule auto(String match, String ttl) {
    return new CapabilityRule(glob(match), true, TtlText.parse(ttl), false, Set.of(), List.of());
  }

  static CapabilityRule auto(String match, ArgumentCondition... when) {
    return new CapabilityRule(glob(match), true, Optional.empty(), false, Set.of(), List.of(when));
  }

  static CapabilityRule ask(String match) {
    return new CapabilityRule(glob(match), false, Optional.empty(), false, Set.of(), List.of());
  }

  static CapabilityRule bound(String match) {
    return new CapabilityRule(glob(match), true, Optional.empty(), true, Set.of(), List.of());
  }

  static CapabilityRule redacting(String match, Redaction... redactions) {
    return new CapabilityRule(
        glob(match), true, Optional.empty(), false, Set.of(redactions), List.of());
  }

  static ArgumentCondition max(String path, String limit) {
    return new ArgumentCondition(path, new ArgumentTest.Max(new BigDecimal(limit)));
  }

  static Limits deny(String... globs) {
    return new Limits(
        Optional.empty(),
        List.of(globs).stream().map(PolicyFixture::glob).toList(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static Limits maxTtl(String ttl) {
    return new Limits(
        TtlText.parse(ttl),
        List.of(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }

  static AgentEntry entry(Limits limits, CapabilityRule... rules) {
    return new AgentEntry(
        Optional.empty(),
        limits,
        Optional.empty(),
        Optional.empty(),
        Set.of(),
        List.of(),
        List.of(rules));
  }

  static AgentEntry entry(CapabilityRule... rules) {
    return entry(Limits.NONE, rules);
  }

  static EffectivePolicy policy(CapabilityRule... rules) {
    return policy(Limits.NONE, entry(rules));
  }

  static EffectivePolicy policy(Limits global, AgentEntry entry) {
    return Policy.of(global, Map.of("agent", entry)).forAgent(AGENT);
  }

  static PolicyRequest request(String glob) {
    return PolicyRequest.explicit(glob(glob), Optional.empty(), Optional.empty());
  }

  static PolicyRequest request(String glob, String ttl) {
    return PolicyRequest.explicit(glob(glob), Optional.of(ttl), Optional.empty());
  }

  static PolicyRequest underLease(String glob, Duration remaining) {
    return PolicyRequest.explicit(glob(glob), Optional.empty(), Optional.of(remaining));
  }

  static ArgumentView arguments(Map<String, ArgumentValue> values) {
    return path -> values.getOrDefault(path, ArgumentValue.Other.ABSENT);
  }

  static ArgumentView number(String path, String value) {
    return arguments(Map.of(path, new ArgumentValue.Numeric(new BigDecimal(value))));
  }

  static ArgumentView text(String path, String value) {
    return arguments(Map.of(path, new ArgumentValue.Text(value)));
  }

  static TextPattern pattern(String regex) {
    Pattern compiled = Pattern.compile(regex);
    return new TextPattern() {
      @Override
      public boolean matchesWhole(String text) {
        return compiled.matcher(text).matches();
      }

      @Override
      public String source() {
        return regex;
      }
    };
  }
}
