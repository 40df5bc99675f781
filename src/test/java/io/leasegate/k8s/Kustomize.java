package io.leasegate.k8s;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/** {@code kubectl kustomize}, which needs no cluster. */
final class Kustomize {

  private Kustomize() {}

  /** What would be applied. Skips the test where there is no kubectl. */
  static Manifests rendered(String folder) {
    Assumptions.assumeTrue(
        Stream.of(
                Map.copyOf(System.getenv()).getOrDefault("PATH", "").split(File.pathSeparator, -1))
            .anyMatch(place -> Files.isExecutable(Path.of(place, "kubectl"))),
        "there is no kubectl on the PATH: " + folder + " was not rendered");
    try {
      Path out = Files.createTempFile("rendered", ".yaml");
      Path err = Files.createTempFile("rendered", ".err");
      Process process =
          new ProcessBuilder(
                  List.of("kubectl", "kustomize", Manifests.ROOT.resolve(folder).toString()))
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (process.waitFor() != 0) {
        throw new AssertionError(folder + ": " + Files.readString(err, UTF_8));
      }
      return Manifests.parse(Files.readString(out, UTF_8));
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
