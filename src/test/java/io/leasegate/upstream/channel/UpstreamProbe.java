package io.leasegate.upstream.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.call.Identity;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.loop.Loop;
import io.leasegate.testing.Await;
import io.leasegate.testing.TestLoops;
import io.leasegate.upstream.Backoff;
import io.leasegate.upstream.CallListener;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.CircuitBreaker;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A channel upstream with two event loops and a clock that only the test moves. */
final class UpstreamProbe implements AutoCloseable {

  static final RpcScanner SCANNER = new RpcScanner(64);
  static final Identity ALICE = new Identity("default", "alice");
  static final Identity BOB = new Identity("default", "bob");
  static final int MAX_RESPONSE = 256 * 1024;
  static final int THRESHOLD = 3;
  static final Duration CIRCUIT_OPEN = Duration.ofSeconds(30);

  private static final long PATIENCE_SECONDS = 60;
  private static final long LOOK_NANOS = 2_000_000;

  final AtomicLong clock = new AtomicLong(1_000_000_000_000L);
  private final TestLoops loops = new TestLoops(clock::get);
  final Vertx vertx = loops.vertx();
  final Loop home = loops.add();
  final Loop other = loops.add();
  final AtomicInteger listings = new AtomicInteger();
  final AtomicInteger opened = new AtomicInteger();
  final ChannelUpstream upstream;
  final ChannelFactory channels;

  private UpstreamProbe(ChannelSettings settings, Factories factories) {
    this.channels = factories.make(this);
    this.upstream =
        new ChannelUpstream(
            settings,
            home,
            this::open,
            new CircuitBreaker(THRESHOLD, CIRCUIT_OPEN.toNanos(), clock::get),
            new Backoff(100, 30_000, new Random(1)),
            new Backoff(1_000, 30_000, new Random(2)),
            listings::incrementAndGet);
  }

  private MessageChannel open(Context context, ChannelListener listener) {
    opened.incrementAndGet();
    return channels.open(context, listener);
  }

  /** Makes what opens the channels. */
  interface Factories {
    ChannelFactory make(UpstreamProbe probe);
  }

  static ChannelSettings settings() {
    return ChannelSettings.of("files", "0", MAX_RESPONSE).withCloseGrace(Duration.ofMillis(400));
  }

  /** Over the given channels, started. */
  static UpstreamProbe over(ChannelSettings settings, Factories factories) {
    UpstreamProbe probe = new UpstreamProbe(settings, factories);
    probe.upstream.start();
    return probe;
  }

  /** Over {@link ChildServer} in a JVM of its own, connected. */
  static UpstreamProbe ofChild() {
    UpstreamProbe probe = over(settings(), each -> each.stdio(javaChild("")));
    probe.await(() -> probe.upstream.health().ok());
    return probe;
  }

  static ChildCommand javaChild(String start) {
    return new ChildCommand(
        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
        "-XX:TieredStopAtLevel=1",
        "-XX:+UseSerialGC",
        "-Xmx64m",
        "-cp",
        classPath(),
        ChildServer.class.getName(),
        start);
  }

  private static String classPath() {
    return Path.of(ChildServer.class.getProtectionDomain().getCodeSource().getLocation().getPath())
        .toString();
  }

  StdioChannelFactory stdio(ChildCommand command) {
    return stdio(command, new StdioLimits(MAX_RESPONSE, 64, 1 << 20));
  }

  StdioChannelFactory stdio(ChildCommand command, StdioLimits limits) {
    return new StdioChannelFactory("files", command, System.getenv(), limits, SCANNER, clock::get);
  }

  static <T> T result(Future<T> future) {
    return Await.result(future);
  }

  /** Waits for something that is about to be so. */
  void await(BooleanSupplier condition) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!condition.getAsBoolean()) {
      if (System.nanoTime() > end) {
        throw new AssertionError("it does not become so; health: " + upstream.health());
      }
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  /**
   * Moves the clock on until that is so: for what happens after pauses at random. One step for each
   * look of the loops at the clock.
   */
  void passTimeUntil(Duration step, BooleanSupplier condition) {
    await(
        () -> {
          boolean holds = condition.getAsBoolean();
          if (!holds) {
            pass(step);
          }
          return holds;
        });
  }

  /** Moves the clock on until that many channels were opened; then the last one has its time. */
  void passTimeUntilOpened(int channel) {
    passTimeUntil(Duration.ofMillis(100), () -> opened.get() >= channel);
    await(() -> upstream.health().ok());
  }

  /** So much time is over, and the loops have seen it. */
  void pass(Duration time) {
    clock.addAndGet(time.toNanos());
    loops.look();
  }

  /** A call that is about to be made. */
  CallProbe call(String tool, String arguments) {
    return new CallProbe(this, tool, arguments);
  }

  UpstreamAnswer answer(String tool) {
    return call(tool, "{}").answer();
  }

  String text(String tool) {
    return call(tool, "{}").text();
  }

  /** One call with what it hears. */
  static final class CallProbe implements CallListener {
    private final UpstreamProbe probe;
    private final String json;
    private Loop loop;
    private Identity identity = ALICE;
    private Duration idle = Duration.ofMinutes(1);
    private Duration most = Duration.ofMinutes(10);
    private long sendBy = Long.MAX_VALUE;
    private boolean keyed;
    final List<UpstreamAnswer> late = new CopyOnWriteArrayList<>();
    final Cancellation cancellation = new Cancellation();
    final AtomicInteger progress = new AtomicInteger();
    final AtomicInteger logs = new AtomicInteger();
    final AtomicInteger offLoop = new AtomicInteger();

    CallProbe(UpstreamProbe probe, String tool, String arguments) {
      this.probe = probe;
      this.loop = probe.other;
      this.json =
          "{\"jsonrpc\":\"2.0\",\n\"id\":\"c\",\"method\":\"tools/call\",\r\n\"params\":{\"name\":\""
              + tool
              + "\",\"arguments\":"
              + arguments
              + ",\"_meta\":{\"progressToken\":\"mine\"}}}";
    }

    CallProbe on(Loop where) {
      loop = where;
      return this;
    }

    CallProbe by(Identity who) {
      identity = who;
      return this;
    }

    CallProbe within(Duration idleTime, Duration mostTime) {
      idle = idleTime;
      most = mostTime;
      return this;
    }

    CallProbe sentWithin(Duration time) {
      sendBy = probe.clock.get() + time.toNanos();
      return this;
    }

    /** Its late answer is of use. */
    CallProbe keyed() {
      keyed = true;
      return this;
    }

    Future<UpstreamAnswer> send() {
      RpcMessage message = ((Scan.One) SCANNER.scan(json.getBytes(UTF_8))).message();
      String tool = String.valueOf(message.string(message.params(), "name"));
      UpstreamCall call =
          new UpstreamCall(
              loop,
              identity,
              new OutboundCall(message, tool),
              Map.of("x-leasegate-fence", "l:1"),
              sendBy,
              idle.toNanos(),
              most.toNanos(),
              this,
              cancellation,
              keyed ? this::hearLate : null);
      Promise<UpstreamAnswer> answer = Promise.promise();
      loop.run(
          () ->
              probe
                  .upstream
                  .call(call)
                  .onComplete(
                      ended -> {
                        checkLoop();
                        answer.handle(ended);
                      }));
      return answer.future();
    }

    private void hearLate(UpstreamAnswer answer) {
      checkLoop();
      late.add(answer);
    }

    void cancel() {
      loop.run(cancellation::cancel);
    }

    UpstreamAnswer answer() {
      return result(send());
    }

    String text() {
      return textOf(answer());
    }

    private void checkLoop() {
      if (Vertx.currentContext() != loop.context()) {
        offLoop.incrementAndGet();
      }
    }

    @Override
    public void onProgress(RpcMessage notification) {
      checkLoop();
      progress.incrementAndGet();
    }

    @Override
    public void onLog(RpcMessage notification) {
      checkLoop();
      logs.incrementAndGet();
    }
  }

  /** The text item of a result. */
  static String textOf(UpstreamAnswer answer) {
    String json = jsonOf(answer);
    int from = json.indexOf("\"text\":\"") + 8;
    return from < 8 ? json : json.substring(from, json.indexOf('"', from));
  }

  static String jsonOf(UpstreamAnswer answer) {
    if (!(answer instanceof UpstreamAnswer.Response response)) {
      throw new AssertionError("no response: " + answer);
    }
    return new String(response.message().bytes(), UTF_8);
  }

  static List<Long> pids(String text) {
    return List.of(text.trim().split("[ ,]+", -1)).stream().map(Long::valueOf).toList();
  }

  static boolean isAlive(long pid) {
    // a zombie that nobody reaped runs no more
    return ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isPresent() && !isZombie(pid);
  }

  private static boolean isZombie(long pid) {
    try {
      String stat = java.nio.file.Files.readString(Path.of("/proc/" + pid + "/stat"));
      return stat.startsWith("Z", stat.lastIndexOf(')') + 2);
    } catch (java.io.IOException e) {
      return false;
    }
  }

  @Override
  public void close() {
    result(upstream.stop(Duration.ZERO));
    loops.close();
  }
}
