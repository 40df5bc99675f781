package io.leasegate.upstream.channel;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;

/** Finds programs the way a shell does. Reads the file system: not for event loops. */
final class Executables {

  private static final String SYSTEM_PATH = "/usr/bin:/bin:/usr/sbin:/sbin";

  private Executables() {}

  /**
   * The program of that name.
   *
   * @param command a name, or a path, which is taken from the directory
   * @param path directories to look into, as in {@code PATH}
   */
  static Optional<Path> find(String command, String path, Path directory) {
    try {
      if (command.contains("/")) {
        return Optional.of(directory.resolve(command).toAbsolutePath()).filter(Executables::runs);
      }
      for (String place : path.split(File.pathSeparator, -1)) {
        Path candidate = directory.resolve(place).resolve(command).toAbsolutePath();
        if (runs(candidate)) {
          return Optional.of(candidate);
        }
      }
      return Optional.empty();
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  /** A program of the operating system. */
  static Optional<Path> ofSystem(String name) {
    return find(name, SYSTEM_PATH, Path.of("/"));
  }

  private static boolean runs(Path path) {
    return Files.isRegularFile(path) && Files.isExecutable(path);
  }
}
