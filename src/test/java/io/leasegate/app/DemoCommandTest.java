package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.leasegate.core.time.NanoClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;
import picocli.CommandLine;

class DemoCommandTest {

  /**
   * What is told, and the clock of the gateway in it. That goes with the real one until the story
   * needs time: no permission ends early because the machine is slow.
   */
  private static final class Told extends StringWriter implements NanoClock {
    private static final String TIME_MATTERS = "16. Another agent has a long task";
    private static final String MARK = "(Waiting for the mark";
    private static final String END = "steps went as expected";
    private static final long TO_THE_MARK = Duration.ofMillis(8_100).toNanos();

    private volatile long standsAt;
    private boolean atMark;

    @Override
    public long nanoTime() {
      long standing = standsAt;
      return standing == 0 ? System.nanoTime() : standing;
    }

    @Override
    public void flush() {
      String told = toString();
      if (told.contains(END)) {
        standsAt = 0;
      } else if (told.contains(MARK) && !atMark) {
        atMark = true;
        long stood = standsAt;
        standsAt = stood + TO_THE_MARK;
      } else if (told.contains(TIME_MATTERS) && standsAt == 0) {
        standsAt = System.nanoTime();
      }
    }
  }

  private static final Logger LOG = (Logger) LoggerFactory.getLogger(Logger.ROOT_LOGGER_NAME);

  private final Level level = LOG.getLevel();
  private final Told out = new Told();
  private final StringWriter err = new StringWriter();
  private final CommandLine line =
      new CommandLine(new DemoCommand(out))
          .setOut(new PrintWriter(out))
          .setErr(new PrintWriter(err))
          .setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));

  /** The command quietens the log, as it is alone in its process. */
  @AfterEach
  void logAsBefore() {
    LOG.setLevel(level);
  }

  @Test
  void theStoryGoesAsExpected() {
    int status = line.execute("--once");

    assertThat(out.toString())
        .contains(
            " 1. The agent connects",
            "<- LeaseGate dev speaks MCP 2025-11-25 and opened a session",
            "<- 10 tools: sim__echo, sim__add,",
            "of the gateway itself: scopegate_",
            "-> sim__echo {\"text\":\"Hello, tools!\"}",
            "<- {\"text\":\"Hello, tools!\"}",
            "<- {\"sum\":42}",
            "<- {\"number\":1,",
            "<- progress: step 1 of 3",
            "<- the tool failed: failed as asked",
            "<- refused, upstream_lost: the upstream sim ",
            "It may have run. Look for its effect before you call again.",
            "<- error -32602: Unknown tool: sim__deploy",
            "<- refused, idempotency_key_conflict: ",
            "<- refused, idempotency_outcome_unknown: ",
            "=> POST /admin/idempotency/default/retrying-agent/newsletter-march/resolve",
            "16. Another agent has a long task.",
            "<- {\"lease_id\":\"l-",
            "(Waiting for the mark: less than a fifth of 10s left.)",
            "Call scopegate_renew_capability with this grant_id to go on.",
            "<- notice: {\"grant_id\":\"g-",
            "<- {\"renewed\":true,\"expires_in_seconds\":10}",
            "<- refused, write_budget_exhausted: all writes of the lease are used",
            "Stop writing, or open a new lease",
            "\"writes_left\":0}",
            "<- refused, lease_revoked: the lease was revoked",
            "=> POST /admin/kill {\"agent\":\"night-worker\"}",
            "<- refused, killed: ",
            "\"status\":\"pending_human_approval\"",
            "27 of 27 steps went as expected.")
        .doesNotContain("!!", "\u001b");
    assertThat(err.toString()).isEmpty();
    assertThat(status).isZero();
  }

  @Test
  void aBusyPortNamesTheOption() throws IOException {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int status = line.execute("--once", "--port", String.valueOf(taken.getLocalPort()));

      assertThat(status).isEqualTo(1);
      assertThat(err.toString()).contains("--port", String.valueOf(taken.getLocalPort()));
      assertThat(out.toString()).isEmpty();
    }
  }

  @Test
  void aPortThatCannotBeIsWrongUsage() {
    assertThat(line.execute("--port=65536")).isEqualTo(2);
    assertThat(err.toString()).contains("--port must be 0 to 65535, not 65536");
  }
}
