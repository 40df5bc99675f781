package io.leasegate.bench.jmh;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.Overlap;
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

/** Decisions about one glob: compiled from its text, and with the compiled one at hand. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class GlobBenchmark {

  /** One resource, a folder, and alternatives. */
  @Param({
    "files:read:/srv/app/readme",
    "files:read:/srv/app/**",
    "files:{read,list}_*:/srv/{app,web}/**/*.java"
  })
  public String text = "";

  private final CapabilityGlob deny = glob("*:admin:**");
  private CapabilityGlob glob = deny;
  private CapabilityGlob narrower = deny;
  private Capability capability = Capability.parse("x:x:x").orThrow();

  @Setup
  public void parse() {
    glob = glob(text);
    String one =
        text.startsWith("files:{")
            ? "files:read_x:/srv/app/a/b.java"
            : "files:read:/srv/app/readme";
    capability = Capability.parse(one).orThrow();
    narrower = glob(text.replace("**", "docs/**"));
    if (!glob.matches(capability) || !glob.covers(narrower) || glob.overlap(deny).possible()) {
      throw new IllegalStateException(text);
    }
  }

  private static CapabilityGlob glob(String text) {
    return CapabilityGlob.parse(text).orThrow();
  }

  /** What the first use of a text takes. */
  @Benchmark
  public CapabilityGlob compile() {
    return glob(text);
  }

  @Benchmark
  public boolean matches() {
    return glob.matches(capability);
  }

  @Benchmark
  public boolean covers() {
    return glob.covers(narrower);
  }

  @Benchmark
  public Overlap overlaps() {
    return glob.overlap(deny);
  }
}
