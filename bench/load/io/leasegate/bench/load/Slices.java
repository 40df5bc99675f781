package io.leasegate.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Runs the contestants in alternating slices: the speed of a machine drifts, so only neighbours in
 * time are compared. Every other round goes backwards, which cancels a steady drift.
 */
final class Slices {
  private static final Duration RAMP_UP = Duration.ofMillis(300);
  private static final Duration WARM_UP_PIECE = Duration.ofSeconds(2);

  private final HarnessOptions options;
  private final CpuClock stub;
  private final CpuClock client = CpuClock.ofThisProcess();

  Slices(HarnessOptions options, ServerProcess stub) {
    this.options = options;
    this.stub = CpuClock.of(stub.handle());
  }

  /** Lets every JVM, this one too, compile what the load uses. */
  void warmUp(List<Contestant> contestants) throws IOException {
    Duration left = options.warmup();
    while (left.compareTo(Duration.ZERO) > 0) {
      Duration piece = left.compareTo(WARM_UP_PIECE) < 0 ? left : WARM_UP_PIECE;
      for (Contestant contestant : contestants) {
        slice(contestant, 0, piece);
      }
      left = left.minus(piece);
    }
  }

  /** All rounds, in the order in which they were measured. */
  List<Sample> measure(List<Contestant> contestants) throws IOException {
    var order = new ArrayList<Contestant>(contestants);
    var samples = new ArrayList<Sample>();
    for (int round = 0; round < options.rounds(); round++) {
      for (Contestant contestant : order) {
        Sample sample = slice(contestant, round, options.slice());
        System.err.printf(
            "round %d/%d %-16s %,9.0f requests/s %6.1f CPU us/request%n",
            round + 1,
            options.rounds(),
            sample.contestant(),
            sample.requestsPerSecond(),
            sample.cpuMicros());
        samples.add(sample);
      }
      Collections.reverse(order);
    }
    return samples;
  }

  private Sample slice(Contestant contestant, int round, Duration length) throws IOException {
    CpuClock[] clocks = {CpuClock.of(contestant.server().handle()), stub, client};
    long[] spent = new long[clocks.length];
    LoadClient.Window window;
    try (var load =
        new LoadClient(contestant.address(), contestant.request(), options.connections)) {
      window = load.run(RAMP_UP, length, () -> add(clocks, spent, -1), () -> add(clocks, spent, 1));
    } catch (IOException failure) {
      throw new IOException(contestant.name() + ": " + failure.getMessage(), failure);
    }
    if (window.requests() == 0) {
      throw new IOException(contestant.name() + " answered nothing in " + length);
    }
    double requests = window.requests();
    return new Sample(
        contestant.name(),
        round,
        requests * 1e9 / window.nanos(),
        spent[0] / requests,
        spent[1] / requests,
        spent[2] / requests,
        window.latencies().getValueAtPercentile(50) / 1e3,
        window.latencies().getValueAtPercentile(99) / 1e3);
  }

  private static void add(CpuClock[] clocks, long[] spent, int sign) throws IOException {
    for (int i = 0; i < clocks.length; i++) {
      spent[i] += sign * clocks[i].micros();
    }
  }
}
