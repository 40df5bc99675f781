package io.leasegate.bench.load;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/**
 * Starts the stub and the contestants, warms them up, measures them in turns, prints the table and
 * writes the result files. Loopback only. Exit code 0 when the run is sound, whether or not a goal
 * was reached; 1 when a server failed or an answer was wrong; 2 for wrong options.
 */
@Command(
    name = "harness",
    description = "Measures LeaseGate beside other ways to one stub upstream.",
    mixinStandardHelpOptions = true)
public final class Harness implements Callable<Integer> {
  @Mixin private final HarnessOptions options = new HarnessOptions();

  private Harness() {}

  /** Options are listed by {@code --help}. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    QuietLogging.choose();
    System.exit(
        new CommandLine(new Harness())
            .setExecutionExceptionHandler(
                (failure, command, parsed) -> {
                  System.err.println("the run failed: " + failure.getMessage());
                  return 1;
                })
            .execute(args));
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    Map<String, String> facts = RunFacts.of(options);
    Findings findings;
    try (var servers = new ContestantServers(options)) {
      List<Contestant> contestants = servers.start();
      var slices = new Slices(options, servers.stub());
      System.err.println("warming up " + options.contestants());
      slices.warmUp(contestants);
      findings = new Findings(slices.measure(contestants));
      for (Contestant contestant : contestants) {
        facts.put(
            "event loops seen, " + contestant.name(),
            Long.toString(contestant.server().eventLoops()));
      }
    }
    System.out.println(ResultTable.text(findings));
    findings.goals().forEach(goal -> System.out.println(goal.line()));
    ResultFiles.write(options.results, options.name(), facts, findings);
    return 0;
  }
}
