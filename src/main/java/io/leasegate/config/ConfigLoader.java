package io.leasegate.config;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads the gateway file. Blocking: not for an event loop. */
public final class ConfigLoader {

  /** Where the system's file is when the working directory has none. */
  private static final Path SYSTEM_FILE = Path.of("/etc/leasegate/leasegate.yaml");

  private ConfigLoader() {}

  /**
   * Reads a gateway file, with overrides and placeholders from the environment.
   *
   * @param file as it is to be named in problems
   * @param env the process's environment; {@code LEASEGATE_} variables that are no key are ignored
   */
  public static LoadResult load(Path file, Map<String, String> env) {
    DocumentReading<GatewayConfig> reading =
        DocumentReading.withEnvironment(
            file, env, new GatewaySchema(DocumentReading.directory(file))::read);
    if (!reading.fileExists()) {
      ConfigProblem missing =
          new ConfigProblem(file.toString(), 0, 0, "", "the file does not exist");
      return new LoadResult.Invalid(List.of(missing), reading.watched());
    }
    return reading
        .value()
        .<LoadResult>map(config -> new LoadResult.Loaded(config, file, reading.watched()))
        .orElseGet(() -> new LoadResult.Invalid(reading.problems(), reading.watched()));
  }

  /**
   * The file to load: the given one, whether it exists or not; else {@code conf/leasegate.yaml} in
   * the working directory; else {@code /etc/leasegate/leasegate.yaml}; nothing when none exists.
   */
  public static Optional<Path> find(Optional<Path> given, Path cwd) {
    return given.or(
        () ->
            Stream.of(cwd.resolve("conf").resolve("leasegate.yaml"), SYSTEM_FILE)
                .filter(Files::exists)
                .findFirst());
  }

  /** Every key of the gateway file, with its type, default and variable. */
  public static List<KeyDescription> keys() {
    Schema<GatewayConfig> schema = new GatewaySchema(Path.of(""))::read;
    return DescribingSection.describe(schema);
  }
}
