package io.leasegate.core.policy;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.GlobSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The rules of one entry, named and indexed. */
final class RuleList {

  /**
   * A rule and what it is called.
   *
   * @param name its glob; from the second rule with the same glob on with {@code #2}, {@code #3}…
   */
  record Named(String name, CapabilityRule rule) {}

  private final List<Named> rules;
  private final Map<String, Named> byName = new HashMap<>();
  private final GlobSet globs;

  RuleList(List<CapabilityRule> rules) {
    Map<String, Integer> seen = new HashMap<>();
    this.rules =
        rules.stream()
            .map(
                rule -> {
                  String glob = rule.match().text();
                  int nth = seen.merge(glob, 1, Integer::sum);
                  return new Named(nth == 1 ? glob : glob + "#" + nth, rule);
                })
            .toList();
    this.rules.forEach(named -> byName.putIfAbsent(named.name, named));
    this.globs = GlobSet.of(rules.stream().map(CapabilityRule::match).toList());
  }

  /** The first rule that covers the request and, given arguments, whose conditions hold. */
  @Nullable Named firstFor(CapabilityGlob request, Optional<ArgumentView> arguments) {
    int i = globs.firstCovering(request);
    while (i != GlobSet.NONE) {
      Named named = rules.get(i);
      if (arguments.isEmpty() || named.rule.conditionsHold(arguments.get())) {
        return named;
      }
      i = globs.nextCovering(request, i);
    }
    return null;
  }

  /** The first rule that matches the capability and whose conditions hold. */
  @Nullable Named firstFor(Capability capability, ArgumentView arguments) {
    int i = globs.firstMatch(capability);
    while (i != GlobSet.NONE && !rules.get(i).rule.conditionsHold(arguments)) {
      i = globs.nextMatch(capability, i);
    }
    return i == GlobSet.NONE ? null : rules.get(i);
  }

  /** The first rule that matches the capability, whatever its conditions. */
  @Nullable Named firstMatching(Capability capability) {
    int i = globs.firstMatch(capability);
    return i == GlobSet.NONE ? null : rules.get(i);
  }

  @Nullable Named named(String name) {
    return byName.get(name);
  }

  List<Named> all() {
    return rules;
  }
}
