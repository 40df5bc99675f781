package io.leasegate.app;

import io.leasegate.admin.AdminListener;
import io.leasegate.admin.AdminRoutes;
import io.leasegate.admin.AdminToken;
import io.leasegate.admin.AuditRoutes;
import io.leasegate.admin.IdempotencyRoutes;
import io.leasegate.admin.StoreRoutes;
import io.leasegate.audit.CallCounts;
import io.leasegate.config.GatewayConfig;
import io.leasegate.config.LoadResult;
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
import io.leasegate.upstream.UpstreamRegistry;
import io.leasegate.upstream.catalogue.CatalogueBuilder;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The running gateway: everything is put together here, and taken apart again. */
final class Gateway {

  private final Vertx vertx;
  private final GatewayConfig config;
  private final Telemetry telemetry;
  private final Ids ids = new Ids();
  private final AtomicBoolean draining = new AtomicBoolean();
  private final AtomicInteger adminPort = new AtomicInteger();
  private final UpstreamRegistry upstreams;
  private final PolicySource policy;
  private final StorePorts store;
  private final Optional<ApiKeys> apiKeys;
  private final CallCounts counts = new CallCounts(System::currentTimeMillis);
  private final Reloads reloads;
  private final GatewayStatus status;
  private final NoticeMetrics noticeMetrics;
  private final Downstream downstream;
  private @Nullable AuditSealer sealer;
  private int agentPort;

  private Gateway(
      Vertx vertx, LoadResult.Loaded loaded, Telemetry telemetry, Loop home, NanoClock clock) {
    this.vertx = vertx;
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
    this.reloads =
        new Reloads(
            loaded.file(),
            config,
            policy,
            apiKeys,
            upstreams,
            downstream.streams()::closeOf,
            new ReloadAudit(store.audit()),
            telemetry);
    this.status = new GatewayStatus(upstreams, downstream, store, reloads, draining::get);
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
              reloads.start(vertx, watched);
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
            status::readiness,
            status::json,
            List.of(
                new AdminRoutes(
                    store.grants(),
                    store.leases(),
                    store.approvals(),
                    ids::unguessable,
                    reloads::policy,
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

  /** Looks at the files now, as SIGHUP asks for. */
  void reloadNow() {
    reloads.now();
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
    reloads.stop();
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
