package io.leasegate.bench.load;

import io.vertx.core.transport.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Under which circumstances a run was made: no figure is worth anything without them. */
final class RunFacts {
  private RunFacts() {}

  /** Facts by name, in the order in which they are printed. */
  static Map<String, String> of(HarnessOptions options) throws IOException, InterruptedException {
    Map<String, String> facts = ofMachine(options.command);
    facts.put("connections", Integer.toString(options.connections));
    facts.put("event loops each", Integer.toString(options.loops));
    facts.put(
        "sockets",
        Transport.IO_URING.available() ? "LeaseGate by io_uring, bare by NIO" : "all by NIO");
    facts.put("heap each", options.heap);
    facts.put("rounds", Integer.toString(options.rounds()));
    facts.put("slice", options.slice().toMillis() + " ms");
    facts.put("warm-up each", options.warmup().toMillis() + " ms");
    return facts;
  }

  /** Those of every run. */
  static Map<String, String> ofMachine(String command) throws IOException, InterruptedException {
    var facts = new LinkedHashMap<String, String>();
    facts.put("date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    facts.put("command", command);
    facts.put("version", gitDescription());
    facts.put("cpu", valueIn("/proc/cpuinfo", "model name", ":"));
    facts.put("cores", Integer.toString(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", valueIn("/proc/meminfo", "MemTotal", ":"));
    facts.put(
        "os",
        valueIn("/etc/os-release", "PRETTY_NAME", "=").replace("\"", "")
            + ", Linux "
            + System.getProperty("os.version"));
    facts.put(
        "jdk", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    facts.put("vertx", vertxVersion());
    return facts;
  }

  private static String valueIn(String file, String name, String separator) throws IOException {
    try (Stream<String> lines = Files.lines(Path.of(file))) {
      return lines
          .filter(line -> line.startsWith(name))
          .findFirst()
          .map(line -> line.substring(line.indexOf(separator) + 1).strip())
          .orElse("unknown");
    }
  }

  private static String vertxVersion() throws IOException {
    try (InputStream version =
        RunFacts.class.getResourceAsStream("/META-INF/vertx/vertx-version.txt")) {
      return version == null
          ? "unknown"
          : new String(version.readAllBytes(), StandardCharsets.UTF_8).strip();
    }
  }

  private static String gitDescription() throws IOException, InterruptedException {
    Process git =
        new ProcessBuilder("git", "describe", "--always", "--dirty", "--tags")
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    String text = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
    return git.waitFor() == 0 ? text : "unknown";
  }
}
