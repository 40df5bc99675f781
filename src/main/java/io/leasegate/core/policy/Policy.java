package io.leasegate.core.policy;

import io.leasegate.core.call.Identity;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One version of the policy: an immutable snapshot, compiled when it is loaded.
 *
 * <p>Of the entries {@code <workspace>/<id>}, {@code <id>} and {@code "*"} the first that is there
 * applies, alone; entries are never merged.
 */
public final class Policy {

  private static final String ANYBODY = "*";

  private final Map<Identity, EffectivePolicy> byIdentity = new HashMap<>();
  private final Map<String, EffectivePolicy> byAgent = new HashMap<>();
  private final EffectivePolicy otherwise;

  private Policy(Limits limits, Map<String, AgentEntry> agents) {
    agents.forEach(
        (key, entry) -> {
          EffectivePolicy effective = new EffectivePolicy(limits, Optional.of(entry));
          int slash = key.indexOf('/');
          if (slash >= 0) {
            byIdentity.put(
                new Identity(key.substring(0, slash), key.substring(slash + 1)), effective);
          } else {
            byAgent.put(key, effective);
          }
        });
    this.otherwise = byAgent.getOrDefault(ANYBODY, new EffectivePolicy(limits, Optional.empty()));
  }

  /**
   * A policy of these values.
   *
   * @param agents by {@code <workspace>/<id>}, {@code <id>} or {@code "*"}
   * @throws IllegalArgumentException for a key of another form; see {@link #isKey}
   */
  public static Policy of(Limits limits, Map<String, AgentEntry> agents) {
    for (String key : agents.keySet()) {
      if (!isKey(key)) {
        throw new IllegalArgumentException(
            "agents: \"" + key + "\" is not <id>, <workspace>/<id> or \"*\"");
      }
    }
    return new Policy(limits, agents);
  }

  /** What holds when there is no policy file: everything is denied. */
  public static Policy denyingAll() {
    return new Policy(Limits.NONE, Map.of());
  }

  /** Whether the text may be a key of the agents. */
  public static boolean isKey(String key) {
    int slash = key.indexOf('/');
    return key.equals(ANYBODY)
        || (slash < 0
            ? Identity.isName(key)
            : Identity.isName(key.substring(0, slash))
                && Identity.isName(key.substring(slash + 1)));
  }

  /** What holds for the agent; without an entry for it, the limits of everybody and no rule. */
  public EffectivePolicy forAgent(Identity identity) {
    EffectivePolicy own = byIdentity.get(identity);
    if (own == null) {
      own = byAgent.get(identity.agent());
    }
    return own == null ? otherwise : own;
  }
}
