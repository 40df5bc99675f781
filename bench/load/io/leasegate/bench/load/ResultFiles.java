package io.leasegate.bench.load;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Writes a run as JSON, with every sample, and as Markdown, with the medians. */
final class ResultFiles {
  private ResultFiles() {}

  static void write(Path folder, String name, Map<String, String> facts, Findings findings)
      throws IOException {
    Files.createDirectories(folder);
    Files.writeString(
        folder.resolve(name + ".json"), json(facts, findings).encodePrettily() + "\n");
    Files.writeString(folder.resolve(name + ".md"), markdown(name, facts, findings));
  }

  private static JsonObject json(Map<String, String> facts, Findings findings) {
    var circumstances = new JsonObject();
    facts.forEach(circumstances::put);
    var medians = new JsonObject();
    for (String contestant : findings.contestants()) {
      var figures =
          new JsonObject()
              .put("requests_per_s", of(findings.spread(contestant, Sample::requestsPerSecond)))
              .put("cpu_us_per_request", of(findings.spread(contestant, Sample::cpuMicros)))
              .put("stub_cpu_us_per_request", of(findings.spread(contestant, Sample::stubMicros)))
              .put(
                  "client_cpu_us_per_request",
                  of(findings.spread(contestant, Sample::clientMicros)))
              .put("p50_us", of(findings.spread(contestant, Sample::p50Micros)))
              .put("p99_us", of(findings.spread(contestant, Sample::p99Micros)));
      findings
          .ratio(contestant, "bare", Sample::requestsPerSecond)
          .ifPresent(r -> figures.put("ratio_to_bare", of(r)));
      findings
          .ratio(contestant, "bare", Sample::cpuMicros)
          .ifPresent(r -> figures.put("cpu_ratio_to_bare", of(r)));
      medians.put(contestant, figures);
    }
    var goals = new JsonArray();
    for (Goal.Outcome outcome : findings.goals()) {
      goals.add(
          new JsonObject()
              .put("contestant", outcome.goal().contestant())
              .put("against", outcome.goal().against())
              .put("at_least", outcome.goal().atLeast())
              .put("ratio", of(outcome.ratio()))
              .put("met", outcome.met()));
    }
    return new JsonObject()
        .put("run", circumstances)
        .put("contestants", medians)
        .put("goals", goals)
        .put("samples", samples(findings));
  }

  private static JsonArray samples(Findings findings) {
    var samples = new JsonArray();
    for (Sample sample : findings.samples()) {
      samples.add(
          new JsonObject()
              .put("contestant", sample.contestant())
              .put("round", sample.round())
              .put("requests_per_s", rounded(sample.requestsPerSecond()))
              .put("cpu_us_per_request", rounded(sample.cpuMicros()))
              .put("stub_cpu_us_per_request", rounded(sample.stubMicros()))
              .put("client_cpu_us_per_request", rounded(sample.clientMicros()))
              .put("p50_us", rounded(sample.p50Micros()))
              .put("p99_us", rounded(sample.p99Micros())));
    }
    return samples;
  }

  private static JsonObject of(Spread spread) {
    return new JsonObject()
        .put("median", rounded(spread.median()))
        .put("least", rounded(spread.least()))
        .put("most", rounded(spread.most()));
  }

  private static double rounded(double value) {
    return Math.round(value * 1000) / 1000.0;
  }

  private static String markdown(String name, Map<String, String> facts, Findings findings) {
    var text = new StringBuilder("# ").append(name).append("\n\n");
    text.append(ResultTable.markdown(findings)).append('\n');
    findings.goals().forEach(goal -> text.append("- ").append(goal.line()).append('\n'));
    text.append("\nMedian of the rounds, least and most in brackets. Ratios are taken within each")
        .append(" round.\n\n| run | |\n| --- | --- |\n");
    facts.forEach((fact, value) -> text.append("| %s | %s |%n".formatted(fact, value)));
    return text.toString();
  }
}
