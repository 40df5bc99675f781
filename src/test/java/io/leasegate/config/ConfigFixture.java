package io.leasegate.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Files in a directory of the test, and what came of loading them. */
record ConfigFixture(Path directory) {

  Path write(String name, String text) {
    try {
      Path file = directory.resolve(name);
      Files.createDirectories(file.getParent());
      return Files.writeString(file, text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  LoadResult load(String yaml, Map<String, String> env) {
    return ConfigLoader.load(write("leasegate.yaml", yaml), env);
  }

  GatewayConfig loaded(String yaml, Map<String, String> env) {
    return loaded(load(yaml, env)).config();
  }

  GatewayConfig loaded(String yaml) {
    return loaded(yaml, Map.of());
  }

  /** The problems as lines, without the directory. */
  List<String> problems(String yaml, Map<String, String> env) {
    return lines(invalid(load(yaml, env)).problems());
  }

  List<String> problems(String yaml) {
    return problems(yaml, Map.of());
  }

  List<String> lines(List<ConfigProblem> problems) {
    return problems.stream()
        .map(problem -> problem.toString().replace(directory + "/", ""))
        .toList();
  }

  static LoadResult.Loaded loaded(LoadResult result) {
    assertThat(result).isInstanceOf(LoadResult.Loaded.class);
    return (LoadResult.Loaded) result;
  }

  static LoadResult.Invalid invalid(LoadResult result) {
    assertThat(result).isInstanceOf(LoadResult.Invalid.class);
    return (LoadResult.Invalid) result;
  }
}
