package io.leasegate.sim;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

class SimCommandTest {

  private static final String READY = "leasegate-sim ready url=http://127\\.0\\.0\\.1:\\d+/mcp";

  private final SimCommand command = new SimCommand();
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine line =
      new CommandLine(command).setOut(new PrintWriter(out)).setErr(new PrintWriter(err));

  @Test
  void saysOneLineWhenReadyAndStopsWhenTold() {
    line.parseArgs("--port", "0", "--latency", "20ms", "--payload", "1KiB", "--error-rate", "0.5");

    int status = command.run(CompletableFuture.completedFuture(null));

    assertThat(status).isZero();
    assertThat(out.toString().lines()).singleElement().asString().matches(READY);
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void aBusyPortNamesTheOption() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int status = line.execute("--port", String.valueOf(taken.getLocalPort()));

      assertThat(status).isEqualTo(1);
      assertThat(err.toString()).contains("--port", String.valueOf(taken.getLocalPort()));
      assertThat(out.toString()).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "--port, 65536",
    "--latency, 20",
    "--latency, 2h",
    "--latency, -1ms",
    "--error-rate, 1.5",
    "--error-rate, NaN",
    "--payload, 17MiB",
    "--tools, -1",
    "--page-size, x"
  })
  void wrongUsageNamesTheOption(String option, String value) {
    assertThat(line.execute(option + "=" + value)).isEqualTo(2);
    assertThat(err.toString()).contains(option);
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void helpListsTheOptions() {
    assertThat(line.execute("--help")).isZero();
    assertThat(out.toString()).contains("--port", "--latency", "--error-rate", "--page-size");
  }

  @Test
  void aSignalEndsTheProcessInOrder(@TempDir Path dir) throws Exception {
    Path logging = dir.resolve("logback.xml");
    Files.writeString(
        logging,
        """
        <configuration>
          <appender name="err" class="ch.qos.logback.core.ConsoleAppender">
            <target>System.err</target>
            <encoder><pattern>%msg%n</pattern></encoder>
          </appender>
          <root level="INFO"><appender-ref ref="err"/></root>
        </configuration>
        """);
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Dlogback.configurationFile=" + logging,
                "-cp",
                System.getProperty("java.class.path"),
                Main.class.getName(),
                "--port=0")
            .redirectError(dir.resolve("err").toFile())
            .start();
    try (BufferedReader lines = process.inputReader(UTF_8)) {
      assertThat(lines.readLine()).matches(READY);

      process.toHandle().destroy(); // SIGTERM, without closing the streams

      assertThat(process.waitFor(60, SECONDS)).isTrue();
      assertThat(process.exitValue()).isZero();
      assertThat(lines.lines().toList()).isEqualTo(List.of());
    } finally {
      process.destroyForcibly();
    }
  }

  /** The command as a program. */
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) {
      System.exit(new CommandLine(new SimCommand()).execute(arguments));
    }
  }
}
