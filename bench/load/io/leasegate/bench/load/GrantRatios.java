package io.leasegate.bench.load;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * Prints, of a JMH result, how often each measurement about grants is made with few of them for
 * once that it is made with more: a figure of 0.95 or above says that their number costs nothing.
 */
public final class GrantRatios {
  private static final double GOAL = 0.95;
  private static final String FEW = "1000/10";

  private GrantRatios() {}

  /** Takes the file that JMH wrote. */
  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    Map<String, Map<String, Double>> measured = new LinkedHashMap<>();
    for (Object each : new JsonArray(Files.readString(Path.of(args[0])))) {
      JsonObject result = (JsonObject) each;
      JsonObject params = result.getJsonObject("params", new JsonObject());
      if (params.containsKey("grants")) {
        String benchmark = result.getString("benchmark");
        measured
            .computeIfAbsent(
                benchmark.substring(benchmark.lastIndexOf('.') + 1), none -> new LinkedHashMap<>())
            .put(
                params.getString("grants"),
                result.getJsonObject("primaryMetric").getDouble("score"));
      }
    }
    measured.forEach(
        (name, byGrants) ->
            byGrants.forEach(
                (grants, nanos) -> {
                  double ratio = byGrants.getOrDefault(FEW, Double.NaN) / nanos;
                  System.out.printf(
                      "%-24s %-14s %12.1f ns   %s : this = %.2f%s%n",
                      name, grants, nanos, FEW, ratio, goal(name, grants, ratio));
                }));
  }

  private static String goal(String name, String grants, double ratio) {
    boolean counts = grants.equals("1000000/10") && name.equals("lookUp");
    return !counts ? "" : ratio >= GOAL ? ", goal 0.95: met" : ", goal 0.95: MISSED";
  }
}
