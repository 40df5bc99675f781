package io.leasegate.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** Takes away what fixtures put on the disk. */
public final class TempFolders {

  private TempFolders() {}

  /**
   * Removes a folder and all in it; nothing when it is gone already. Nobody may use it any more.
   */
  public static void remove(Path folder) {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }
}
