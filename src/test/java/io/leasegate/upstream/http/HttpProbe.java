package io.leasegate.upstream.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.call.Identity;
import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.jsonrpc.RpcScanner;
import io.leasegate.jsonrpc.Scan;
import io.leasegate.loop.Loop;
import io.leasegate.testing.Await;
import io.leasegate.testing.ManualClock;
import io.leasegate.testing.TestLoops;
import io.leasegate.upstream.Backoff;
import io.leasegate.upstream.CallListener;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.CircuitBreaker;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** An HTTP upstream on one event loop, whose clock only the test moves. */
final class HttpProbe implements AutoCloseable {

  static final RpcScanner SCANNER = new RpcScanner(64);
  static final Duration IDLE = Duration.ofSeconds(10);
  static final Duration MOST = Duration.ofSeconds(100);

  final ManualClock clock = new ManualClock();
  private final TestLoops loops = new TestLoops(clock);
  final Loop loop = loops.add();
  final AtomicInteger marks = new AtomicInteger();
  final CircuitBreaker circuit;
  final HttpUpstream upstream;

  HttpProbe(String url) {
    HttpSettings settings =
        new HttpSettings(
            "up", URI.create(url), Optional.empty(), Optional.empty(), false, 1 << 16, 10, "0");
    circuit = new CircuitBreaker(1_000_000, 1, clock);
    upstream =
        new HttpUpstream(
            settings, loop, circuit, new Backoff(1, 2, new Random(1)), SCANNER, () -> {});
  }

  /** A call that is about to be made; each has another mark in its arguments. */
  Call call() {
    return new Call();
  }

  UpstreamAnswer answer() {
    return call().answer();
  }

  /** Lets the loop do what it has to do by now. */
  void turn() {
    loops.turn();
  }

  /** Failures in a row that the circuit has counted. */
  int failures() {
    return circuit.state().failures();
  }

  /** One call with what it hears. */
  final class Call implements CallListener {
    private Duration idle = IDLE;
    private Duration most = MOST;
    private long sendBy = Long.MAX_VALUE;
    private boolean keyed;
    private String padding = "";
    final List<UpstreamAnswer> late = new CopyOnWriteArrayList<>();
    final AtomicInteger progress = new AtomicInteger();

    Call within(Duration idleTime, Duration mostTime) {
      idle = idleTime;
      most = mostTime;
      return this;
    }

    Call sentWithin(Duration time) {
      sendBy = clock.nanoTime() + time.toNanos();
      return this;
    }

    /** Its late answer is of use. */
    Call keyed() {
      keyed = true;
      return this;
    }

    Call padded(String with) {
      padding = with;
      return this;
    }

    Future<UpstreamAnswer> send() {
      Promise<UpstreamAnswer> answer = Promise.promise();
      loop.run(() -> begin().onComplete(answer));
      return answer.future();
    }

    UpstreamAnswer answer() {
      return Await.result(send());
    }

    /** On the loop. */
    Future<UpstreamAnswer> begin() {
      String json =
          "{\"jsonrpc\":\"2.0\",\"id\":\"c\",\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
              + "\"arguments\":{\"mark\":\"#"
              + marks.incrementAndGet()
              + "#\",\"pad\":\""
              + padding
              + "\"},\"_meta\":{\"progressToken\":\"t\"}}}";
      RpcMessage message = ((Scan.One) SCANNER.scan(json.getBytes(UTF_8))).message();
      return upstream.call(
          new UpstreamCall(
              loop,
              new Identity("default", "alice"),
              new OutboundCall(message, "echo"),
              Map.of(),
              sendBy,
              idle.toNanos(),
              most.toNanos(),
              this,
              new Cancellation(),
              keyed ? late::add : null));
    }

    @Override
    public void onProgress(RpcMessage notification) {
      progress.incrementAndGet();
    }

    @Override
    public void onLog(RpcMessage notification) {}
  }

  @Override
  public void close() {
    loops.close();
  }
}
