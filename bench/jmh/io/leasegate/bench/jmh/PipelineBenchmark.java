package io.leasegate.bench.jmh;

import io.leasegate.bench.load.GrantWorld;
import io.leasegate.config.OnError;
import io.leasegate.core.call.Identity;
import io.leasegate.core.capability.Capability;
import io.leasegate.core.policy.CapabilityMapper;
import io.leasegate.jsonrpc.RpcMessage;
import io.leasegate.loop.Loop;
import io.leasegate.pipeline.CallOutcome;
import io.leasegate.pipeline.CallPipeline;
import io.leasegate.pipeline.ToolCall;
import io.leasegate.telemetry.CallMetrics;
import io.leasegate.telemetry.Telemetry;
import io.leasegate.upstream.CallListener;
import io.leasegate.upstream.Cancellation;
import io.leasegate.upstream.catalogue.ToolRoute;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A whole call without sockets: from the bytes of the request to those of the answer, through the
 * pipeline and its metrics. What it allocates is to stay within twice the bytes of both and 4 KiB.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class PipelineBenchmark {
  private static final CallListener NOBODY =
      new CallListener() {
        @Override
        public void onProgress(RpcMessage notification) {}

        @Override
        public void onLog(RpcMessage notification) {}
      };

  /** Bytes of the request; the answer has as many, at least 1000. */
  @Param({"600", "51200"})
  public int size;

  private final Vertx vertx = Vertx.vertx();
  private final Loop loop = new Loop(vertx, System::nanoTime);
  private final GrantWorld world = new GrantWorld(System::nanoTime);
  private final Identity identity = GrantWorld.agent(0);
  private final CallPipeline pipeline =
      world.pipeline(loop, new CallMetrics(new Telemetry().registry()));
  private byte[] request = new byte[0];
  private InstantUpstream upstream = new InstantUpstream(new byte[0]);
  private ToolRoute route = route(upstream, false);
  private ToolRoute writing = route(upstream, true);
  private byte[] keyed = new byte[0];
  private int keyAt;
  private long keys;

  @Setup
  public void buildMessages() {
    world.issue(identity, "stub:call:read", "24h");
    request = SampleRequest.ofSize(size);
    upstream = new InstantUpstream(SampleAnswer.ofSize(Math.max(size, 1000)));
    route = route(upstream, false);
    writing = route(upstream, true);
    world.issue(identity, "stub:call:write", "24h");
    keyed = SampleRequest.keyed(request);
    keyAt = SampleRequest.keyAt(keyed);
  }

  @TearDown
  public void close() {
    vertx.close().await();
    if (upstream.sentBytes() == 0) {
      throw new IllegalStateException("nothing was sent");
    }
  }

  /** A read without a key. */
  @Benchmark
  public Buffer read() {
    RpcMessage message = Messages.scan(request);
    ToolCall call =
        new ToolCall(
            loop, identity, "bench", route, message, false, null, NOBODY, new Cancellation());
    CallOutcome outcome = pipeline.handle(call).result();
    return Messages.relay(((CallOutcome.Answered) outcome).response(), message);
  }

  /** A write under a key that no other call had: fingerprint, claim, settle, and the record. */
  @Benchmark
  public Buffer keyedWrite() {
    keys++;
    return write();
  }

  /** The same again: the answer comes out of the record. */
  @Benchmark
  public Buffer replay() {
    return write();
  }

  private Buffer write() {
    world.sealNowAndThen();
    SampleRequest.writeKey(keyed, keyAt, keys);
    RpcMessage message = Messages.scan(keyed);
    ToolCall call =
        new ToolCall(
            loop, identity, "bench", writing, message, false, null, NOBODY, new Cancellation());
    CallOutcome outcome = pipeline.handle(call).result();
    return Messages.relay(((CallOutcome.Answered) outcome).response(), message);
  }

  private static ToolRoute route(InstantUpstream upstream, boolean write) {
    String tool = write ? "write" : "read";
    return new ToolRoute(
        upstream,
        tool,
        "stub__" + tool,
        write,
        !write,
        OnError.REPLAY,
        60_000_000_000L,
        600_000_000_000L,
        "stub:call:" + tool,
        new CapabilityMapper("stub", List.of()),
        Optional.empty(),
        Capability.parse("stub:call:" + tool).toOptional(),
        false,
        "{}",
        "{}");
  }
}
