package io.leasegate.config;

import static io.leasegate.config.ConfigValueException.require;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The whole gateway file. All paths are absolute.
 *
 * @param policyFile where the policy is; the file may be missing, then everything is denied
 * @param dataDir where the token, the store and the audit files are
 * @param managementTools name globs of the management tools that are listed to every agent
 * @param upstreams names are unique; at most one has {@code prefix: false}
 */
public record GatewayConfig(
    ServerConfig server,
    StoreConfig store,
    Path policyFile,
    Path dataDir,
    List<String> managementTools,
    List<UpstreamConfig> upstreams,
    IdempotencyConfig idempotency,
    GrantsConfig grants,
    AuditConfig audit,
    ResultsConfig results,
    NoticesConfig notices,
    LeasesConfig leases) {

  public GatewayConfig {
    managementTools = List.copyOf(managementTools);
    upstreams = List.copyOf(upstreams);
    Set<String> names = new HashSet<>();
    boolean unprefixed = false;
    for (int i = 0; i < upstreams.size(); i++) {
      UpstreamConfig upstream = upstreams.get(i);
      require(
          names.add(upstream.name()),
          "upstreams[" + i + "].name",
          "\"" + upstream.name() + "\" is the name of another upstream; names are unique");
      require(
          upstream.prefix() || !unprefixed,
          "upstreams[" + i + "].prefix",
          "false is allowed for one upstream at most");
      unprefixed |= !upstream.prefix();
    }
  }

  /** Whether nothing but upstreams differs. */
  public boolean isSameBesideUpstreams(GatewayConfig other) {
    return equals(
        new GatewayConfig(
            other.server,
            other.store,
            other.policyFile,
            other.dataDir,
            other.managementTools,
            upstreams,
            other.idempotency,
            other.grants,
            other.audit,
            other.results,
            other.notices,
            other.leases));
  }
}
