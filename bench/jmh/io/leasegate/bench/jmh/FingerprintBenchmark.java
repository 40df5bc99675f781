package io.leasegate.bench.jmh;

import io.leasegate.core.idempotency.Fingerprint;
import io.leasegate.jsonrpc.ArgumentsFingerprint;
import io.leasegate.jsonrpc.RpcMessage;
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

/** The canonical form of a call and its SHA-256, from a request that has been scanned. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class FingerprintBenchmark {

  /** Bytes of the request. */
  @Param({"512", "5120", "51200"})
  public int size;

  private RpcMessage call = Messages.scan(SampleRequest.ofSize(512));

  @Setup
  public void buildMessage() {
    call = Messages.scan(SampleRequest.keyed(SampleRequest.ofSize(size)));
  }

  @Benchmark
  public Fingerprint fingerprint() {
    return ArgumentsFingerprint.of("stub", "write", call);
  }
}
