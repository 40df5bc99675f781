package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A rule over requests for capabilities. It grants by itself, or asks a human.
 *
 * @param match a capability glob; the rule matches a request that it covers
 * @param autoApprove whether it grants by itself; false: a human is asked
 * @param humanApproval whether the file says {@code require: human_approval}; never together with
 *     {@code autoApprove}
 * @param ttl of the grant, 1 s..365 d
 * @param leaseRequired whether it grants only under a lease
 * @param redact what is blotted out of the answers of its calls
 * @param when conditions by argument path; all must hold
 */
public record CapabilityRule(
    String match,
    boolean autoApprove,
    boolean humanApproval,
    Optional<Duration> ttl,
    boolean leaseRequired,
    Set<Redaction> redact,
    Map<String, List<Condition>> when) {

  public CapabilityRule {
    redact = Set.copyOf(redact);
    when = Collections.unmodifiableMap(new LinkedHashMap<>(when));
    require(
        !(autoApprove && humanApproval),
        "require",
        "human_approval contradicts auto_approve: true; keep one of them");
  }
}
