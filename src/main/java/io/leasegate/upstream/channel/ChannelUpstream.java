package io.leasegate.upstream.channel;

import io.leasegate.core.call.Identity;
import io.leasegate.core.error.ErrorCode;
import io.leasegate.core.time.TimerWheel;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.Backoff;
import io.leasegate.upstream.CircuitBreaker;
import io.leasegate.upstream.ClientCapabilities;
import io.leasegate.upstream.ClientHandshake;
import io.leasegate.upstream.ClientHandshake.ServerFacts;
import io.leasegate.upstream.LogLevel;
import io.leasegate.upstream.ToolListing;
import io.leasegate.upstream.ToolPages;
import io.leasegate.upstream.Upstream;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.leasegate.upstream.UpstreamHealth;
import io.leasegate.upstream.UpstreamProblem;
import io.leasegate.upstream.UpstreamTool;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An upstream behind a channel: one MCP session that all agents share, opened again with growing
 * pauses when it ends. Safe from every loop; all its state lives on the home loop.
 *
 * <p>While it is not connected calls are refused at once and the circuit is not asked: the next
 * attempt is on its way anyway. What counts for the circuit are calls that were sent.
 */
public final class ChannelUpstream implements Upstream {

  private static final Logger LOG = LoggerFactory.getLogger(ChannelUpstream.class);
  private static final String STOPPED = "was stopped with the gateway";
  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  private final ChannelSettings settings;
  private final Loop home;
  private final ChannelFactory channels;
  private final CircuitBreaker circuit;
  private final Backoff backoff;
  private final Backoff refreshBackoff;
  private final Runnable onListing;
  private final StrayLog strays;
  private final AtomicLong ids = new AtomicLong();
  private final Promise<Void> stopped = Promise.promise();
  private final ChannelSession.Owner owner = new SessionOwner();
  private final PendingCall.Watch watch = new CallWatch();
  private final TimerWheel.Timer reconnect =
      new TimerWheel.Timer() {
        @Override
        protected void fire() {
          // two children at once could fight over what the first one holds
          closings.onComplete(gone -> connectAgain());
        }
      };

  private volatile @Nullable ToolListing listing;
  private volatile String problem = "has not answered yet";
  private volatile boolean answeredOnce;

  // the home loop
  private @Nullable ChannelSession session;
  private @Nullable ServerFacts facts;
  private @Nullable ToolRefresh refresh;
  private @Nullable LogLevel level;
  private Future<Void> closings = Future.succeededFuture();
  private long openedAt;
  private long retryAt;
  private boolean stopping;

  /**
   * @param home the loop that owns the connection
   * @param backoff pauses between connections
   * @param refreshBackoff pauses after a tool list that could not be read
   * @param onListing told on the home loop whenever another tool list was read
   */
  public ChannelUpstream(
      ChannelSettings settings,
      Loop home,
      ChannelFactory channels,
      CircuitBreaker circuit,
      Backoff backoff,
      Backoff refreshBackoff,
      Runnable onListing) {
    this.settings = settings;
    this.home = home;
    this.channels = channels;
    this.circuit = circuit;
    this.backoff = backoff;
    this.refreshBackoff = refreshBackoff;
    this.onListing = onListing;
    this.strays = new StrayLog(settings.name(), home::nanoTime);
  }

  @Override
  public String name() {
    return settings.name();
  }

  @Override
  public @Nullable ToolListing listing() {
    return listing;
  }

  @Override
  public UpstreamHealth health() {
    ToolListing tools = listing;
    String wrong = problem;
    return new UpstreamHealth(
        wrong.isEmpty() && tools != null,
        tools == null ? -1 : tools.tools().size(),
        wrong,
        circuit.state(),
        answeredOnce);
  }

  /** Messages of the upstream that belonged to nothing, so far. */
  public long ignoredMessages() {
    return strays.count();
  }

  @Override
  public Future<UpstreamAnswer> call(UpstreamCall call) {
    if (call.cancellation().isCancelled()) {
      return Future.succeededFuture(new UpstreamAnswer.Cancelled());
    }
    PendingCall pending = new PendingCall(call, ids.incrementAndGet(), watch);
    Buffer message = call.request().render(pending.id());
    Future<UpstreamAnswer> answer = pending.begin();
    home.run(() -> send(pending, message));
    call.cancellation()
        .onCancel(
            () -> {
              long until = pending.runsUntil();
              atSender(pending, sender -> sender.cancel(pending, until));
            });
    return answer;
  }

  private void send(PendingCall call, Buffer message) {
    ChannelSession current = session;
    if (stopping) {
      call.answer(notConnected("is being stopped"));
    } else if (current == null || facts == null) {
      call.answer(notConnected(problem.isEmpty() ? "is being connected" : problem));
    } else {
      current.call(call, message);
    }
  }

  private UpstreamAnswer notConnected(String why) {
    long left = Math.max(0, retryAt - home.nanoTime());
    return new UpstreamAnswer.NotSent(
        ErrorCode.CONNECT_FAILED, why, (int) (1 + left / NANOS_PER_SECOND));
  }

  /** Acts on a call that was sent, on the home loop. */
  private void atSender(PendingCall call, Consumer<ChannelSession> action) {
    home.run(
        () -> {
          ChannelSession sender = call.session();
          if (sender != null) {
            action.accept(sender);
          }
        });
  }

  @Override
  public void start() {
    home.run(this::connectAgain);
  }

  private void connectAgain() {
    if (session == null && !stopping && !reconnect.isArmed()) {
      connect();
    }
  }

  private void connect() {
    openedAt = home.nanoTime();
    retryAt = openedAt;
    ChannelSession opened =
        new ChannelSession(settings, home, channels, circuit, ids::incrementAndGet, strays, owner);
    session = opened;
    opened
        .request(
            "initialize",
            ClientHandshake.initializeParams(settings.gatewayVersion(), ClientCapabilities.NONE))
        .compose(ChannelUpstream::agreed)
        .onSuccess(agreed -> opened(opened, agreed))
        .onFailure(failure -> lost(opened, String.valueOf(failure.getMessage())));
  }

  private static Future<ServerFacts> agreed(RpcMessage answer) {
    return ClientHandshake.read(answer)
        .map(Future::succeededFuture)
        .orElseGet(
            () -> Future.failedFuture(new UpstreamProblem("speaks no common protocol version")));
  }

  private void opened(ChannelSession opened, ServerFacts agreed) {
    if (session != opened) {
      return;
    }
    facts = agreed;
    opened.tell(Buffer.buffer(ClientHandshake.initialized()));
    LOG.atInfo()
        .addKeyValue("upstream", name())
        .addKeyValue("protocol", agreed.protocolVersion())
        .log("connected");
    sendLevel();
    ToolRefresh reader =
        new ToolRefresh(
            home,
            refreshBackoff,
            () ->
                agreed.tools()
                    ? ToolPages.read(opened::request)
                    : Future.succeededFuture(List.of()),
            tools -> toolsRead(agreed, tools));
    refresh = reader;
    reader.read();
  }

  private void toolsRead(ServerFacts agreed, AsyncResult<List<UpstreamTool>> tools) {
    answeredOnce = true;
    if (tools.failed()) {
      note(String.valueOf(tools.cause().getMessage()));
      return;
    }
    ToolListing read = new ToolListing(tools.result(), agreed.instructions());
    boolean changed = !read.sameAs(listing);
    listing = read;
    problem = "";
    if (changed) {
      LOG.atInfo()
          .addKeyValue("upstream", name())
          .addKeyValue("tools", read.tools().size())
          .log("tool list read");
      onListing.run();
    }
  }

  private void note(String why) {
    if (!why.equals(problem)) {
      LOG.atWarn().addKeyValue("upstream", name()).addKeyValue("problem", why).log("has a problem");
    }
    problem = why;
  }

  /** A connection is of no more use: its rest is ended, and another one follows after a pause. */
  private void lost(ChannelSession ended, String why) {
    if (session != ended) {
      return;
    }
    forget();
    note(why);
    answeredOnce = true;
    track(ended.close(settings.closeGrace(), why));
    long now = home.nanoTime();
    if (now - openedAt > settings.steady().toNanos()) {
      backoff.reset();
    }
    long pause = backoff.next() * NANOS_PER_MILLI;
    retryAt = now + pause;
    home.start(reconnect, pause);
  }

  private void forget() {
    session = null;
    facts = null;
    if (refresh != null) {
      refresh.stop();
      refresh = null;
    }
  }

  /** What is being closed is waited for at the stop. */
  private void track(Future<Void> closing) {
    closings = closings.isComplete() ? closing : Future.join(closings, closing).mapEmpty();
  }

  @Override
  public void logLevel(Identity identity, LogLevel wanted) {
    home.run(
        () -> {
          if (level == null || wanted.compareTo(level) < 0) {
            level = wanted;
            sendLevel();
          }
        });
  }

  private void sendLevel() {
    ServerFacts agreed = facts;
    if (session != null && level != null && agreed != null && agreed.logging()) {
      session
          .request("logging/setLevel", OutboundMessages.levelParams(level))
          .onFailure(failure -> strays.ignored("no answer to logging/setLevel"));
    }
  }

  @Override
  public Future<Void> stop(Duration grace) {
    home.run(() -> stopWithin(grace));
    return stopped.future();
  }

  private void stopWithin(Duration grace) {
    if (stopping) {
      return;
    }
    stopping = true;
    home.stop(reconnect);
    if (session == null || session.isQuiet()) {
      finish(STOPPED);
      return;
    }
    home.start(
        new TimerWheel.Timer() {
          @Override
          protected void fire() {
            finish(STOPPED);
          }
        },
        grace.toNanos());
  }

  private void finish(String why) {
    ChannelSession last = session;
    if (last != null) {
      forget();
      track(last.close(settings.closeGrace(), why));
    }
    closings.onComplete(done -> stopped.tryComplete());
  }

  private final class CallWatch implements PendingCall.Watch {

    @Override
    public void onSendLimit(PendingCall call) {
      atSender(call, sender -> sender.takeBack(call));
    }

    @Override
    public void onExpired(PendingCall call) {
      String why = call.expiry();
      long until = call.runsUntil();
      atSender(call, sender -> sender.expire(call, why, until));
    }
  }

  private final class SessionOwner implements ChannelSession.Owner {

    @Override
    public void onToolsChanged(ChannelSession changed) {
      if (changed == session && refresh != null) {
        refresh.changed();
      }
    }

    @Override
    public void onEnd(ChannelSession ended, String why) {
      if (stopping && ended == session) {
        finish(why);
      } else {
        lost(ended, why);
      }
    }

    @Override
    public void onQuiet(ChannelSession quiet) {
      if (stopping && quiet == session) {
        finish(STOPPED);
      }
    }
  }
}
