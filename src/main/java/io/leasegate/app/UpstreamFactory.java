package io.leasegate.app;

import io.leasegate.config.LimitsConfig;
import io.leasegate.config.SessionMode;
import io.leasegate.config.TransportConfig;
import io.leasegate.config.UpstreamAuth;
import io.leasegate.config.UpstreamConfig;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.loop.Loop;
import io.leasegate.sim.SimOptions;
import io.leasegate.sim.SimServer;
import io.leasegate.telemetry.Telemetry;
import io.leasegate.upstream.Backoff;
import io.leasegate.upstream.CircuitBreaker;
import io.leasegate.upstream.CircuitState;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.UpstreamRegistry;
import io.leasegate.upstream.channel.BuiltinChannel;
import io.leasegate.upstream.channel.ChannelFactory;
import io.leasegate.upstream.channel.ChannelSettings;
import io.leasegate.upstream.channel.ChannelUpstream;
import io.leasegate.upstream.channel.ChildCommand;
import io.leasegate.upstream.channel.StdioChannelFactory;
import io.leasegate.upstream.channel.StdioLimits;
import io.leasegate.upstream.http.HttpSettings;
import io.leasegate.upstream.http.HttpUpstream;
import io.vertx.core.Vertx;
import java.util.Random;
import java.util.random.RandomGenerator;

/** Makes upstreams out of their settings. */
final class UpstreamFactory implements UpstreamRegistry.Factory {

  /** Upstreams may nest their answers as they like, within reason. */
  private static final int ANSWER_DEPTH = 1000;

  private static final long FIRST_PAUSE_MS = 100;
  private static final long RELIST_PAUSE_MS = 1_000;
  private static final long LONGEST_PAUSE_MS = 30_000;

  private final Vertx vertx;
  private final Loop home;
  private final LimitsConfig limits;
  private final Telemetry telemetry;
  private final String version;
  private final RandomGenerator random = new Random();

  UpstreamFactory(
      Vertx vertx, Loop home, LimitsConfig limits, Telemetry telemetry, String version) {
    this.vertx = vertx;
    this.home = home;
    this.limits = limits;
    this.telemetry = telemetry;
    this.version = version;
  }

  @Override
  public Upstream make(UpstreamConfig config, Runnable onListing) {
    CircuitBreaker circuit =
        new CircuitBreaker(
            config.circuit().failures(), config.circuit().open().toNanos(), home::nanoTime);
    telemetry.upstreamGauge(
        "leasegate.circuit.state",
        "0 closed, 1 half open, 2 open",
        config.name(),
        circuit,
        UpstreamFactory::level);
    Backoff backoff = new Backoff(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, random);
    RpcScanner scanner = new RpcScanner(ANSWER_DEPTH);
    if (config.transport() instanceof TransportConfig.Http http) {
      return new HttpUpstream(
          new HttpSettings(
              config.name(),
              http.url(),
              config.auth().map(UpstreamFactory::header),
              config.ca(),
              config.session() == SessionMode.PER_AGENT,
              limits.maxResponse(),
              limits.maxSessions(),
              version),
          home,
          circuit,
          backoff,
          scanner,
          onListing);
    }
    return new ChannelUpstream(
        ChannelSettings.of(config.name(), version, limits.maxResponse()),
        home,
        channels(config, scanner),
        circuit,
        backoff,
        new Backoff(RELIST_PAUSE_MS, LONGEST_PAUSE_MS, random),
        onListing);
  }

  private ChannelFactory channels(UpstreamConfig config, RpcScanner scanner) {
    if (config.transport() instanceof TransportConfig.Stdio stdio) {
      return new StdioChannelFactory(
          config.name(),
          new ChildCommand(stdio.command(), stdio.args(), stdio.env(), stdio.cwd().orElse(null)),
          System.getenv(),
          StdioLimits.of(limits.maxResponse()),
          scanner,
          home::nanoTime);
    }
    return BuiltinChannel.factory(
        new SimServer(vertx, SimOptions.DEFAULT), scanner, limits.maxResponse());
  }

  private static HttpSettings.HeaderValue header(UpstreamAuth auth) {
    return auth instanceof UpstreamAuth.Bearer bearer
        ? new HttpSettings.HeaderValue("authorization", "Bearer " + bearer.token().reveal())
        : header((UpstreamAuth.Header) auth);
  }

  private static HttpSettings.HeaderValue header(UpstreamAuth.Header header) {
    return new HttpSettings.HeaderValue(header.name(), header.value().reveal());
  }

  private static double level(CircuitBreaker circuit) {
    return circuit.state() instanceof CircuitState.Open
        ? 2
        : circuit.state() instanceof CircuitState.HalfOpen ? 1 : 0;
  }
}
