package io.leasegate.bench.load;

import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Prints the figures of one of the programs about grants, and writes them beside those of the load
 * harness, with the circumstances of the run.
 *
 * <p>Options: {@code --command TEXT}, {@code --results FOLDER}, {@code --no-results}, {@code
 * --quick} for another name of the files, and a count.
 */
final class GrantResults {
  private String name;
  private final HarnessOptions options = new HarnessOptions();
  private final List<String> rest = new ArrayList<>();
  private boolean written = true;

  private GrantResults(String name) {
    this.name = name;
  }

  static GrantResults of(String name, String[] args) {
    GrantResults results = new GrantResults(name);
    for (int i = 0; i < args.length; i++) {
      switch (args[i]) {
        case "--command" -> results.options.command = args[++i];
        case "--results" -> results.options.results = Path.of(args[++i]);
        case "--quick" -> results.name += "-quick";
        case "--no-results" -> results.written = false;
        default -> results.rest.add(args[i]);
      }
    }
    return results;
  }

  int count(int otherwise) {
    return rest.isEmpty() ? otherwise : Integer.parseInt(rest.get(0));
  }

  void write(Map<String, Object> figures) throws IOException, InterruptedException {
    var text = new StringBuilder("# " + name + "\n\n| figure | |\n| --- | --- |\n");
    var json = new JsonObject();
    figures.forEach(
        (figure, value) -> {
          System.out.printf("%-44s %s%n", figure, value);
          text.append("| ").append(figure).append(" | ").append(value).append(" |\n");
          json.put(figure, value);
        });
    if (!written) {
      return;
    }
    text.append("\n| run | |\n| --- | --- |\n");
    var run = new JsonObject();
    RunFacts.ofMachine(options.command)
        .forEach(
            (fact, value) -> {
              text.append("| ").append(fact).append(" | ").append(value).append(" |\n");
              run.put(fact, value);
            });
    Files.createDirectories(options.results);
    Files.writeString(options.results.resolve(name + ".md"), text);
    Files.writeString(
        options.results.resolve(name + ".json"),
        new JsonObject().put("run", run).put("figures", json).encodePrettily() + "\n");
  }
}
