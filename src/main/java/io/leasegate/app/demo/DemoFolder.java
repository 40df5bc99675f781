package io.leasegate.app.demo;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The files of a demo, in a temporary folder that goes with the process. */
public final class DemoFolder {

  private static final Logger LOG = LoggerFactory.getLogger(DemoFolder.class);
  private static final List<String> FILES = List.of("leasegate.yaml", "policy.yaml");

  private final Path folder;

  private DemoFolder(Path folder) {
    this.folder = folder;
  }

  /** Makes the folder and puts the configuration into it. */
  public static DemoFolder make() throws IOException {
    DemoFolder made = new DemoFolder(Files.createTempDirectory("leasegate-demo-"));
    Runtime.getRuntime().addShutdownHook(new Thread(made::remove, "leasegate-demo-folder"));
    for (String file : FILES) {
      try (InputStream shipped = DemoFolder.class.getResourceAsStream("/demo/" + file)) {
        if (shipped == null) {
          throw new IOException("this build lacks demo/" + file);
        }
        Files.copy(shipped, made.folder.resolve(file));
      }
    }
    return made;
  }

  public Path config() {
    return folder.resolve("leasegate.yaml");
  }

  /** Where the gateway puts the operator's token. */
  public Path token() {
    return folder.resolve("data").resolve("admin-token");
  }

  /** Removes everything; nothing when it is gone already. May run in several threads at once. */
  public void remove() {
    try (Stream<Path> found = Files.walk(folder)) {
      for (Path path : found.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(path);
      }
    } catch (NoSuchFileException e) {
      LOG.debug("the folder is gone already");
    } catch (IOException | java.io.UncheckedIOException e) {
      LOG.atWarn().addKeyValue("folder", folder).setCause(e).log("cannot be removed");
    }
  }
}
