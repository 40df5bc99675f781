package io.leasegate.app;

import io.leasegate.config.ConfigLoader;
import io.leasegate.config.ConfigProblem;
import io.leasegate.config.LoadResult;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** {@code --config}, for every command that needs the gateway's configuration. */
public final class ConfigOption {

  @Option(
      names = {"-c", "--config"},
      paramLabel = "<file>",
      description =
          "The gateway's YAML file. Default: conf/leasegate.yaml, then"
              + " /etc/leasegate/leasegate.yaml.")
  private @Nullable Path given;

  /** The file to read; says on {@code err} what to do when there is none. */
  public Optional<Path> find(PrintWriter err) {
    Optional<Path> file = ConfigLoader.find(Optional.ofNullable(given), Path.of(""));
    if (file.isEmpty()) {
      err.println(
          "leasegate: there is no conf/leasegate.yaml and no /etc/leasegate/leasegate.yaml;"
              + " name a file with --config");
    }
    return file;
  }

  /** Loads the file, with overrides of the environment; problems go to {@code err}. */
  public static Optional<LoadResult.Loaded> load(Path file, PrintWriter err) {
    LoadResult result = ConfigLoader.load(file, System.getenv());
    if (result instanceof LoadResult.Invalid invalid) {
      invalid.problems().forEach(problem -> err.println("leasegate: " + problem));
      return Optional.empty();
    }
    return Optional.of((LoadResult.Loaded) result);
  }

  /** One line for a log. */
  static String firstOf(LoadResult.Invalid invalid) {
    ConfigProblem first = invalid.problems().get(0);
    int more = invalid.problems().size() - 1;
    return first + (more == 0 ? "" : " (and " + more + " more)");
  }
}
