package io.leasegate.app;

import io.leasegate.admin.AdminListener;
import io.leasegate.admin.AdminRoutes;
import io.leasegate.admin.AdminToken;
import io.leasegate.admin.AuditRoutes;
import io.leasegate.admin.IdempotencyRoutes;
import io.leasegate.admin.Readiness;
import io.leasegate.admin.StoreRoutes;
import io.leasegate.audit.CallCounts;
import io.leasegate.config.ConfigLoader;
import io.leasegate.config.GatewayConfig;
import io.leasegate.config.LoadResult;
import io.leasegate.config.ReloadWatch;
import io.leasegate.core.call.Identity;
import io.leasegate.core.notice.NoticeRule;
import io.leasegate.core.notice.NoticeThreshold;
import io.leasegate.core.time.NanoClock;
import io.leasegate.downstream.Authentication;
import io.leasegate.downstream.Downstream;
import io.leasegate.downstream.RequestGuard;
import io.leasegate.grants.GrantCache;
import io.leasegate.grants.GrantIssuer;
import io.leasegate.grants.NoticeBoard;
import io.leasegate.loop.Loop;
import io.leasegate.management.ManagementToolSet;
import io.leasegate.pipeline.CallPipeline;
import io.leasegate.pipeline.KeyWaiters;
import io.leasegate.store.GrantStore;
import io.leasegate.store.LeaseStore;
import io.leasegate.telemetry.CallMetrics;
import io.leasegate.telemetry.NoticeMetrics;
import io.leasegate.telemetry.Telemetry;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.UpstreamHealth;
import io.leasegate.upstream.UpstreamRegistry;
import io.leasegate.upstream.catalogue.CatalogueBuilder;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The running gateway: everything is put together here, and taken apart again. */
final class Gateway {

  private static final Logger LOG = LoggerFactory.getLogger(Gateway.class);
  private static final long STARTUP_NANOS = 10_000_000_000L;

  private final Vertx vertx;
  private final Path file;
  private final GatewayConfig config;
  private final Telemetry telemetry;
  private final Ids ids = new Ids();
  private final AtomicBoolean draining = new AtomicBoolean();
  private final AtomicInteger adminPort = new AtomicInteger();
  private final long startedAt = System.nanoTime();
  private final UpstreamRegistry upstreams;
  private final PolicySource policy;
  private final StorePorts store;
  private final Optional<ApiKeys> apiKeys;
  private final CallCounts counts = new CallCounts(System::currentTimeMillis);
  private final ReloadAudit reloads;
  private final NoticeMetrics noticeMetrics;
  private final Downstream downstream;
  private volatile String reloadProblem = "";
  private @Nullable ReloadWatch watch;
  private @Nullable AuditSealer sealer;
  private int agentPort;

  private Gateway(
      Vertx vertx, LoadResult.Loaded loaded, Telemetry telemetry, Loop home, NanoClock clock) {
    this.vertx = vertx;
    this.file = loaded.file();
    this.config = loaded.config();
    this.telemetry = telemetry;
    this.upstreams =
        new UpstreamRegistry(
            home,
            new CatalogueBuilder(config.server().limits()),
            new UpstreamFactory(vertx, home, config.server().limits(), telemetry, Version.text()),
            this::catalogueChanged,
            config.server().limits().drain());
    this.policy = new PolicySource(config.policyFile());
    this.apiKeys = ApiKeys.of(config.server().auth());
    this.store = StorePorts.of(config, vertx, clock, ids);
    this.reloads = new ReloadAudit(store.audit());
    GrantCache cache = new GrantCache(store.grants(), clock);
    GrantIssuer issuer =
        new GrantIssuer(
            store.grants(),
            store.approvals(),
            cache,
            policy::current,
            ids::unguessable,
            (identity, glob) -> UselessCapability.note(upstreams.catalogue(), glob));
    KeyWaiters waiters = new KeyWaiters(home);
    store.keys().onEnd(waiters::ended);
    NoticeRule notices = new NoticeRule(NoticeThreshold.of(config.notices().threshold()));
    this.downstream =
        new Downstream(
            vertx,
            config.server(),
            new Downstream.Parts(
                apiKeys
                    .map(all -> Authentication.bearer(all::find))
                    .orElseGet(Authentication::none),
                store.sessions(),
                new CallPipeline(
                    new CallPipeline.Parts(
                        policy::current,
                        cache,
                        issuer,
                        store.calls(),
                        waiters,
                        ids::request,
                        config.idempotency().maxRecord(),
                        notices,
                        counts,
                        new CallMetrics(telemetry.registry()))),
                new ManagementToolSet(
                        issuer,
                        store.grants(),
                        store.leases(),
                        store.approvals(),
                        store.audit(),
                        cache,
                        policy::current,
                        upstreams::catalogue,
                        upstreams::upstreams,
                        upstreams::names,
                        ids::unguessable,
                        config.leases().maxTotal(),
                        config.managementTools())
                    .make(),
                policy::current,
                upstreams::catalogue,
                upstreams::upstreams,
                upstreams::names,
                ids::unguessable,
                ids::request,
                config.notices().structured(),
                clock,
                Version.text(),
                loop -> {}));
    this.noticeMetrics = new NoticeMetrics(telemetry.registry());
    NoticeBoard board = new NoticeBoard(home, cache, notices, this::tell);
    store.grants().onGrant(board::follow);
  }

  /** Takes a notice to the open streams of the agent. */
  private void tell(Identity identity, String notice, long lateNanos) {
    noticeMetrics.told(lateNanos);
    downstream
        .streams()
        .tell(
            identity,
            LogLevel.WARNING,
            Buffer.buffer(
                "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{\"level\":"
                    + "\"warning\",\"logger\":\"leasegate\",\"data\":"
                    + notice
                    + "}}"));
  }

  /** Starts it. Fails with a message that names the key to change. */
  static Future<Gateway> start(Vertx vertx, LoadResult.Loaded loaded, Telemetry telemetry) {
    return start(vertx, loaded, telemetry, System::nanoTime);
  }

  /** Starts it under a clock of the caller's: timers, sessions and circuits follow it. */
  static Future<Gateway> start(
      Vertx vertx, LoadResult.Loaded loaded, Telemetry telemetry, NanoClock clock) {
    List<String> unserved = Unserved.in(loaded.config());
    if (!unserved.isEmpty()) {
      return Future.failedFuture(new StartFailure(String.join("\n", unserved)));
    }
    return HomeLoop.deploy(vertx, clock)
        .compose(
            home -> new Gateway(vertx, loaded, telemetry, home, clock).listen(loaded.watched()));
  }

  private Future<Gateway> listen(List<Path> watched) {
    return store
        .start()
        .get()
        .compose(started -> vertx.executeBlocking(policy::load))
        .compose(loaded -> vertx.executeBlocking(this::firstKeys))
        .compose(done -> vertx.executeBlocking(this::adminToken))
        .compose(this::listenForOperators)
        .compose(done -> listenForAgents())
        .map(
            port -> {
              agentPort = port;
              sealer = AuditSealer.start(vertx, store.audit(), counts);
              upstreams.apply(config.upstreams());
              watch = ReloadWatch.start(vertx, withPolicy(watched), this::reload);
              gauges();
              storeGauges();
              return this;
            });
  }

  private boolean firstKeys() {
    apiKeys.ifPresent(ApiKeys::loadFirst);
    return true;
  }

  private AdminToken adminToken() throws IOException {
    try {
      return AdminToken.readOrMake(config.server().admin().tokenFile(), ids.unguessable());
    } catch (IOException e) {
      throw new StartFailure("server.admin.token_file: cannot be read or made: " + e.getMessage());
    }
  }

  private Future<?> listenForOperators(AdminToken token) {
    AdminListener listener =
        new AdminListener(
            config.server().admin(),
            RequestGuard.of(config.server().admin().host(), config.server()),
            token,
            telemetry,
            this::readiness,
            this::status,
            List.of(
                new AdminRoutes(
                    store.grants(),
                    store.leases(),
                    store.approvals(),
                    ids::unguessable,
                    this::reloadPolicy,
                    policy::problem),
                new IdempotencyRoutes(
                    store.keys(),
                    ids::request,
                    config.idempotency().retention().toMillis(),
                    config.idempotency().maxRecord()),
                new AuditRoutes(store.audit()),
                new StoreRoutes(store.acceptance())),
            adminPort::set);
    return vertx
        .deployVerticle(listener)
        .recover(
            problem ->
                Future.failedFuture(
                    StartFailure.listening(
                        "server.admin",
                        config.server().admin().host(),
                        config.server().admin().port(),
                        problem)));
  }

  private Future<Integer> listenForAgents() {
    return downstream
        .start(Runtime.getRuntime().availableProcessors())
        .recover(
            problem ->
                Future.failedFuture(
                    StartFailure.listening(
                        "server.agent",
                        config.server().agent().host(),
                        config.server().agent().port(),
                        problem)));
  }

  private void gauges() {
    telemetry.gauge(
        "leasegate.calls.in.flight", "requests being answered", downstream, Downstream::inFlight);
    telemetry.gauge(
        "leasegate.streams.open",
        "open GET streams of sessions",
        downstream.streams(),
        streams -> streams.size());
  }

  private void storeGauges() {
    telemetry.gauge("leasegate.grants.live", "live grants", store.grants(), GrantStore::liveCount);
    telemetry.leaseGauge(store.leases(), LeaseStore::liveCount);
    telemetry.gauge(
        "leasegate.store.rolled.back",
        "1 while nobody has accepted that the store has forgotten something",
        store.acceptance(),
        acceptance -> acceptance.isRolledBack() ? 1 : 0);
  }

  private void catalogueChanged() {
    downstream.streams().toolsChanged();
  }

  private List<Path> withPolicy(List<Path> watched) {
    List<Path> all = new ArrayList<>(watched);
    all.addAll(policy.watched());
    apiKeys.ifPresent(keys -> all.add(keys.file()));
    return all;
  }

  private boolean reloadPolicy() {
    boolean inForce = policy.load();
    reloads.read("", config.policyFile(), policy.problem());
    if (inForce) {
      LOG.atInfo().addKeyValue("file", config.policyFile().toString()).log("policy reloaded");
    } else {
      telemetry.reloadRefused();
    }
    return inForce;
  }

  private void reloadKeys(ApiKeys all) {
    if (!all.load(downstream.streams()::closeOf)) {
      telemetry.reloadRefused();
    }
    reloads.read("keys_", all.file(), all.problem());
  }

  /** Reads the files again; upstreams follow, the rest needs a restart. On a worker thread. */
  private void reload() {
    reloadPolicy();
    apiKeys.ifPresent(this::reloadKeys);
    LoadResult result = ConfigLoader.load(file, System.getenv());
    if (result instanceof LoadResult.Invalid invalid) {
      refuseReload(ConfigOption.firstOf(invalid));
      follow(invalid.watched());
      return;
    }
    LoadResult.Loaded loaded = (LoadResult.Loaded) result;
    follow(loaded.watched());
    List<String> unserved = Unserved.in(loaded.config());
    if (!unserved.isEmpty()) {
      refuseReload(unserved.get(0));
      return;
    }
    reloadProblem = "";
    reloads.read("configuration_", file, "");
    upstreams.apply(loaded.config().upstreams());
    boolean restart = !sameBesideUpstreams(loaded.config());
    LOG.atInfo()
        .addKeyValue("file", file.toString())
        .log(
            restart
                ? "configuration reloaded: upstreams are in force, the other changes need a restart"
                : "configuration reloaded");
  }

  private boolean sameBesideUpstreams(GatewayConfig next) {
    return next.server().equals(config.server())
        && next.store().equals(config.store())
        && next.dataDir().equals(config.dataDir())
        && next.managementTools().equals(config.managementTools());
  }

  private void follow(List<Path> watched) {
    ReloadWatch now = watch;
    if (now != null) {
      now.watch(withPolicy(watched));
    }
  }

  private void refuseReload(String problem) {
    reloadProblem = problem;
    reloads.read("configuration_", file, problem);
    telemetry.reloadRefused();
    LOG.atError()
        .addKeyValue("problem", problem)
        .log("the changed configuration is refused; the last good one stays in force");
  }

  /** Looks at the files now, as SIGHUP asks for. */
  void reloadNow() {
    ReloadWatch now = watch;
    if (now != null) {
      now.reloadNow();
    }
  }

  private Readiness readiness() {
    List<String> details = new ArrayList<>();
    boolean ready = upstreams.isApplied();
    if (draining.get()) {
      ready = false;
      details.add("draining");
    }
    boolean patient = System.nanoTime() - startedAt < STARTUP_NANOS;
    for (Upstream upstream : upstreams.upstreams()) {
      UpstreamHealth health = upstream.health();
      if (!health.ok()) {
        details.add("upstream " + upstream.name() + " " + health.error());
        ready &= health.answeredOnce() || !patient;
      }
    }
    if (!reloadProblem.isEmpty()) {
      details.add("reload refused: " + reloadProblem);
    }
    if (!policy.problem().isEmpty()) {
      details.add("policy: " + policy.problem());
    }
    ready &= store.problem().get().isEmpty();
    details.addAll(store.remarks().get());
    apiKeys
        .map(ApiKeys::problem)
        .filter(problem -> !problem.isEmpty())
        .ifPresent(problem -> details.add("keys: " + problem));
    return new Readiness(ready, details);
  }

  private JsonObject status() {
    JsonArray all = new JsonArray();
    for (Upstream upstream : upstreams.upstreams()) {
      UpstreamHealth health = upstream.health();
      all.add(
          new JsonObject(
              Map.of(
                  "name", upstream.name(),
                  "ok", health.ok(),
                  "tools", health.tools(),
                  "error", health.error(),
                  "circuit", health.circuit().wireName(),
                  "failures", health.circuit().failures())));
    }
    return new JsonObject()
        .put("version", Version.text())
        .put("uptime_s", (System.nanoTime() - startedAt) / 1_000_000_000L)
        .put("store", store.kind())
        .put("store_problem", store.problem().get().orElse(""))
        .put("store_alarms", new JsonArray(store.acceptance().alarms()))
        .put("draining", draining.get())
        .put("in_flight", downstream.inFlight())
        .put("reload_problem", reloadProblem)
        .put("policy_problem", policy.problem())
        .put("keys_problem", apiKeys.map(ApiKeys::problem).orElse(""))
        .put("sessions_streaming", downstream.streams().size())
        .put("grants_live", store.grants().liveCount())
        .put("leases_live", store.leases().liveCount())
        .put("upstreams", all);
  }

  /** The URL of {@code /mcp}. */
  String agentUrl() {
    return "http://" + forUrl(config.server().agent().host()) + ":" + agentPort + "/mcp";
  }

  String adminUrl() {
    return "http://" + forUrl(config.server().admin().host()) + ":" + adminPort.get();
  }

  private static String forUrl(String host) {
    return host.contains(":") ? "[" + host + "]" : host;
  }

  /** Takes no new calls, lets the running ones finish, stops children and listeners. */
  Future<Void> stop() {
    draining.set(true);
    downstream.drain();
    ReloadWatch now = watch;
    if (now != null) {
      now.stop();
    }
    long giveUpAt = System.nanoTime() + config.server().limits().drain().toNanos();
    Promise<Void> quiet = Promise.promise();
    awaitQuiet(giveUpAt, quiet);
    return quiet
        .future()
        .compose(done -> upstreams.stop(Duration.ofSeconds(1)))
        .otherwiseEmpty()
        .compose(done -> sealer == null ? Future.succeededFuture() : sealer.stop())
        .compose(done -> store.close().get().otherwiseEmpty())
        .compose(done -> vertx.close());
  }

  private void awaitQuiet(long giveUpAt, Promise<Void> quiet) {
    if (downstream.inFlight() == 0 || System.nanoTime() > giveUpAt) {
      quiet.complete();
    } else {
      vertx.setTimer(20, ignored -> awaitQuiet(giveUpAt, quiet));
    }
  }

  /** Why the gateway did not start, in words for an operator. */
  static final class StartFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StartFailure(String message) {
      super(message, null, false, false);
    }

    static StartFailure listening(String key, String host, int port, Throwable problem) {
      Throwable cause = problem instanceof CompletionException ? problem.getCause() : problem;
      return new StartFailure(
          "cannot listen on "
              + host
              + ":"
              + port
              + " ("
              + (cause == null ? "unknown" : cause.getMessage())
              + "); change "
              + key
              + ".port or "
              + key
              + ".host");
    }
  }
}
