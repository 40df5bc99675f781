package io.leasegate.bench.jmh;

import io.leasegate.jsonrpc.OutboundCall;
import io.leasegate.jsonrpc.RpcMessage;
import io.vertx.core.buffer.Buffer;
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
import org.openjdk.jmh.annotations.Warmup;

/** The JSON work of one call: scanned and sent on with a few bytes changed, both ways. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class ScanAndSpliceBenchmark {

  /** Bytes of the message: a usual one and a large one. */
  @Param({"600", "51200"})
  public int size;

  private byte[] call = new byte[0];
  private byte[] answer = new byte[0];
  private RpcMessage request = Messages.scan(SampleRequest.ofSize(600));

  @Setup
  public void buildMessages() {
    call = SampleRequest.ofSize(size);
    request = Messages.scan(call);
    answer = SampleAnswer.ofSize(Math.max(size, 1000));
  }

  /** A call on its way to the upstream: another id, tool name and progress token. */
  @Benchmark
  public Buffer call() {
    return new OutboundCall(Messages.scan(call), "read").render(12);
  }

  /** An answer (1 KB for the usual call) on its way to the agent: its own id again. */
  @Benchmark
  public Buffer answer() {
    return Messages.relay(Messages.scan(answer), request);
  }
}
