package io.leasegate.upstream.http;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.Backoff;
import io.leasegate.upstream.CircuitBreaker;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.ToolListing;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.leasegate.upstream.UpstreamHealth;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An upstream behind Streamable HTTP (MCP 2025-03-26 to 2025-11-25). Safe from every loop. */
public final class HttpUpstream implements Upstream {

  private static final long SWEEP_NANOS = 60_000_000_000L;

  private final HttpSettings settings;
  private final Loop home;
  private final CircuitBreaker circuit;
  private final HttpPeer peer;
  private final HttpSessions sessions;
  private final ListingKeeper keeper;
  private final AtomicInteger inFlight = new AtomicInteger();
  private final TimerWheel.Timer sweep =
      new TimerWheel.Timer() {
        @Override
        protected void fire() {
          sessions.closeIdle(home);
          home.start(this, SWEEP_NANOS);
        }
      };
  private volatile boolean stopping;

  /**
   * @param home the loop that keeps the tool list
   * @param onListing told on the home loop whenever another tool list was read
   */
  public HttpUpstream(
      HttpSettings settings,
      Loop home,
      CircuitBreaker circuit,
      Backoff backoff,
      RpcScanner scanner,
      Runnable onListing) {
    this.settings = settings;
    this.home = home;
    this.circuit = circuit;
    this.peer = new HttpPeer(settings, scanner);
    this.sessions = new HttpSessions(peer, settings.perAgent(), settings.maxSessions());
    this.keeper = new ListingKeeper(home, peer, sessions, backoff, scanner, onListing);
  }

  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public Future<UpstreamAnswer> call(UpstreamCall call) {
    if (stopping) {
      return Future.succeededFuture(
          new UpstreamAnswer.NotSent(ErrorCode.CONNECT_FAILED, "is being stopped", 1));
    }
    long wait = circuit.admit();
    if (wait > 0) {
      int seconds = (int) Math.min(3600, 1 + wait / 1_000_000_000L);
      return Future.succeededFuture(
          new UpstreamAnswer.NotSent(
              ErrorCode.CIRCUIT_OPEN, "failed several times in a row", seconds));
    }
    inFlight.incrementAndGet();
    return new HttpCall(peer, sessions, call)
        .run()
        .onComplete(
            ended -> {
              inFlight.decrementAndGet();
              if (ended.succeeded()) {
                judge(ended.result());
              }
            });
  }

  private void judge(UpstreamAnswer answer) {
    if (answer instanceof UpstreamAnswer.OutcomeUnknown) {
      circuit.failed();
    } else if (answer instanceof UpstreamAnswer.NotSent notSent) {
      if (notSent.code() == ErrorCode.CONNECT_FAILED) {
        circuit.failed();
        home.run(keeper::noteTrouble);
      }
    } else if (!(answer instanceof UpstreamAnswer.Cancelled)) {
      circuit.succeeded();
    }
  }

  @Override
  public @Nullable ToolListing listing() {
    return keeper.listing();
  }

  @Override
  public UpstreamHealth health() {
    ToolListing listing = keeper.listing();
    return new UpstreamHealth(
        keeper.problem().isEmpty() && listing != null,
        listing == null ? -1 : listing.tools().size(),
        keeper.problem(),
        circuit.state(),
        keeper.answeredOnce());
  }

  @Override
  public void logLevel(Identity identity, LogLevel level) {
    home.run(() -> sessions.level(home, identity, level));
  }

  @Override
  public void start() {
    home.run(
        () -> {
          keeper.start();
          home.start(sweep, SWEEP_NANOS);
        });
  }

  @Override
  public Future<Void> stop(Duration grace) {
    Promise<Void> stopped = Promise.promise();
    home.run(
        () -> {
          stopping = true;
          keeper.stop();
          home.stop(sweep);
          awaitQuiet(home.nanoTime() + grace.toNanos(), stopped);
        });
    return stopped.future();
  }

  private void awaitQuiet(long giveUpAt, Promise<Void> stopped) {
    if (inFlight.get() > 0 && home.nanoTime() < giveUpAt) {
      home.vertx().setTimer(50, ignored -> awaitQuiet(giveUpAt, stopped));
      return;
    }
    sessions.closeAll(home);
    // the farewells are on their way; what is still open ends with the loops' clients
    home.vertx()
        .setTimer(
            100,
            ignored -> {
              peer.closeClients();
              stopped.complete();
            });
  }
}
