package io.leasegate.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.testing.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Drives the built gateway with the official TypeScript SDK, in front of real MCP servers. The
 * cases are in {@code test/sdk}, for node's own test runner; each of them is one test here.
 */
class SdkIT {

  private static final Path MODULE = Path.of("").toAbsolutePath();
  private static final Path SOURCES = MODULE.resolve("test/sdk");
  private static final Path WORK = MODULE.resolve("target/sdk");

  @TestFactory
  Stream<DynamicTest> cases() throws Exception {
    copy(SOURCES, WORK);
    assertThat(run("npm", List.of("npm", "ci", "--prefer-offline")))
        .as(() -> "exit status of npm: " + text(WORK.resolve("npm.log")))
        .isZero();
    Path report = WORK.resolve("report.xml");
    Files.deleteIfExists(report);
    int status = run("node", nodeTests(report));
    List<NodeCase> cases = NodeCase.read(report);
    assertThat(cases).as("cases of node").isNotEmpty();
    if (status != 0) {
      assertThat(cases).as("node ended with %d", status).anyMatch(it -> it.failure() != null);
    }
    return cases.stream().map(it -> DynamicTest.dynamicTest(it.name(), it::check));
  }

  private static List<String> nodeTests(Path report) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                "node",
                "--test",
                "--test-concurrency=1",
                "--test-reporter=spec",
                "--test-reporter-destination=stdout",
                "--test-reporter=junit",
                "--test-reporter-destination=" + report));
    try (Stream<Path> files = Files.list(SOURCES)) {
      files
          .map(it -> it.getFileName().toString())
          .filter(it -> it.endsWith(".test.mjs"))
          .sorted()
          .forEach(command::add);
    }
    return command;
  }

  /** Runs a command in the work folder; what it says is in {@code target/sdk/<name>.log}. */
  private static int run(String name, List<String> command)
      throws IOException, InterruptedException {
    Path log = WORK.resolve(name + ".log");
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("LEASEGATE_CHECKOUT", MODULE.resolveSibling("").toString());
    builder.environment().put("LEASEGATE_REDIS", RedisServer.shared().uri());
    Process process =
        builder
            .directory(WORK.toFile())
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("%s ends, see %s", name, log).isTrue();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return process.exitValue();
  }

  private static String text(Path file) {
    try {
      return Files.readString(file, UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        Files.createDirectories(target.resolveSibling(""));
        Files.copy(file, target, StandardCopyOption.REPLACE_EXISTING);
      }
    }
  }
}
