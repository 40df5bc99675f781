package io.leasegate.bench.jmh;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
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

/**
 * The reference for every scan of a request: all of its tokens visited by Jackson's streaming
 * parser, nothing kept. A scan of ours that needs more than this does something it need not do.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class JacksonScanBenchmark {
  private final JsonFactory json = new JsonFactory();

  /** Bytes of the request: a usual one and a large one. */
  @Param({"600", "51200"})
  public int size;

  private byte[] request = new byte[0];

  @Setup
  public void buildRequest() {
    request = SampleRequest.ofSize(size);
  }

  /** Visits every token and decodes none. */
  @Benchmark
  public int allTokens() throws IOException {
    int tokens = 0;
    try (JsonParser parser = json.createParser(request)) {
      while (parser.nextToken() != null) {
        tokens++;
      }
    }
    return tokens;
  }
}
