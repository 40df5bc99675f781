package io.leasegate.app;

import io.leasegate.config.ConfigLoader;
import io.leasegate.config.GatewayConfig;
import io.leasegate.config.LoadResult;
import io.leasegate.config.ReloadWatch;
import io.leasegate.core.call.Identity;
import io.leasegate.telemetry.Telemetry;
import io.leasegate.upstream.UpstreamRegistry;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that are read again while the gateway runs: the policy, the API keys, and of the
 * configuration the upstreams. A mistake keeps the last good version, and is told in the log, the
 * audit and a metric.
 */
final class Reloads {

  private static final Logger LOG = LoggerFactory.getLogger(Reloads.class);

  private final Path file;
  private final GatewayConfig config;
  private final PolicySource policy;
  private final Optional<ApiKeys> apiKeys;
  private final UpstreamRegistry upstreams;
  private final Consumer<Identity> onKeyGone;
  private final ReloadAudit audit;
  private final Telemetry telemetry;
  private volatile String problem = "";
  private volatile @Nullable ReloadWatch watch;

  /**
   * @param file of the configuration
   * @param config as the gateway was started with
   * @param onKeyGone told whose credentials no key opens any more
   */
  Reloads(
      Path file,
      GatewayConfig config,
      PolicySource policy,
      Optional<ApiKeys> apiKeys,
      UpstreamRegistry upstreams,
      Consumer<Identity> onKeyGone,
      ReloadAudit audit,
      Telemetry telemetry) {
    this.file = file;
    this.config = config;
    this.policy = policy;
    this.apiKeys = apiKeys;
    this.upstreams = upstreams;
    this.onKeyGone = onKeyGone;
    this.audit = audit;
    this.telemetry = telemetry;
  }

  /**
   * Follows the files from now on.
   *
   * @param watched those that the configuration was made of
   */
  void start(Vertx vertx, List<Path> watched) {
    watch = ReloadWatch.start(vertx, withOthers(watched), this::all);
  }

  /** Looks at the files now. */
  void now() {
    ReloadWatch following = watch;
    if (following != null) {
      following.reloadNow();
    }
  }

  void stop() {
    ReloadWatch following = watch;
    if (following != null) {
      following.stop();
    }
  }

  /** Why the newest configuration is not in force, or the empty text. */
  String problem() {
    return problem;
  }

  /** The same of the policy. */
  String policyProblem() {
    return policy.problem();
  }

  /** The same of the API keys. */
  String keysProblem() {
    return apiKeys.map(ApiKeys::problem).orElse("");
  }

  /** Reads the policy again; whether what its file says is in force. Blocking. */
  boolean policy() {
    boolean inForce = policy.load();
    audit.read("", config.policyFile(), policy.problem());
    if (inForce) {
      LOG.atInfo().addKeyValue("file", config.policyFile().toString()).log("policy reloaded");
    } else {
      telemetry.reloadRefused();
    }
    return inForce;
  }

  private void keys(ApiKeys all) {
    if (!all.load(onKeyGone)) {
      telemetry.reloadRefused();
    }
    audit.read("keys_", all.file(), all.problem());
  }

  /** On a worker thread. */
  private void all() {
    policy();
    apiKeys.ifPresent(this::keys);
    LoadResult result = ConfigLoader.load(file, System.getenv());
    if (result instanceof LoadResult.Invalid invalid) {
      refuse(ConfigOption.firstOf(invalid));
      follow(invalid.watched());
      return;
    }
    LoadResult.Loaded loaded = (LoadResult.Loaded) result;
    follow(loaded.watched());
    List<String> unserved = Unserved.in(loaded.config());
    if (!unserved.isEmpty()) {
      refuse(unserved.get(0));
      return;
    }
    problem = "";
    audit.read("configuration_", file, "");
    upstreams.apply(loaded.config().upstreams());
    boolean restart = !loaded.config().isSameBesideUpstreams(config);
    LOG.atInfo()
        .addKeyValue("file", file.toString())
        .log(
            restart
                ? "configuration reloaded: upstreams are in force, the other changes need a restart"
                : "configuration reloaded");
  }

  private void refuse(String why) {
    problem = why;
    audit.read("configuration_", file, why);
    telemetry.reloadRefused();
    LOG.atError()
        .addKeyValue("problem", why)
        .log("the changed configuration is refused; the last good one stays in force");
  }

  private void follow(List<Path> watched) {
    ReloadWatch following = watch;
    if (following != null) {
      following.watch(withOthers(watched));
    }
  }

  private List<Path> withOthers(List<Path> watched) {
    List<Path> all = new ArrayList<>(watched);
    all.addAll(policy.watched());
    apiKeys.ifPresent(keys -> all.add(keys.file()));
    return all;
  }
}
