package io.leasegate.upstream.channel;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.leasegate.core.time.NanoClock;
import java.util.concurrent.atomic.LongAdder;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * What a child process says that is no message, in the gateway's log: bounded in length and rate,
 * without control characters, so that it can neither fill the log nor forge its lines.
 */
final class ChildLog {

  /** Bytes of a line that are kept. */
  static final int MAX_LINE = 1_000;

  private static final Logger LOG = LoggerFactory.getLogger(ChildLog.class);
  private static final int STDERR_BURST = 200;
  private static final int STDERR_PER_SECOND = 20;
  private static final int NOISE_BURST = 20;
  private static final int NOISE_PER_SECOND = 1;

  private final String upstream;
  private final LogThrottle stderr;
  private final LogThrottle noise;
  private final LongAdder skipped = new LongAdder();

  ChildLog(String upstream, NanoClock clock) {
    this.upstream = upstream;
    this.stderr = new LogThrottle(clock, STDERR_BURST, STDERR_PER_SECOND);
    this.noise = new LogThrottle(clock, NOISE_BURST, NOISE_PER_SECOND);
  }

  /** A line of its stderr. */
  void stderr(byte[] line, int length) {
    write(stderr, Level.INFO, "stderr", line, length);
  }

  /** A line of its stdout that is no JSON-RPC message, or one that is too long and answers none. */
  void skipped(byte[] line, int length) {
    skipped.increment();
    write(noise, Level.WARN, "skipped on stdout", line, length);
  }

  /** Lines of stdout that were skipped so far. */
  long skippedLines() {
    return skipped.sum();
  }

  private void write(LogThrottle throttle, Level level, String what, byte[] line, int length) {
    if (!throttle.admit()) {
      return;
    }
    long suppressed = throttle.takeSuppressed();
    LOG.atLevel(level)
        .addKeyValue("upstream", upstream)
        .addKeyValue("suppressed", suppressed)
        .log("{}: {}", what, printable(line, length));
  }

  static String printable(byte[] line, int length) {
    String text = new String(line, 0, Math.min(length, MAX_LINE), UTF_8);
    StringBuilder clean = new StringBuilder(text.length() + 1);
    text.chars().forEach(c -> clean.append(Character.isISOControl(c) ? '?' : (char) c));
    return length > MAX_LINE ? clean.append('…').toString() : clean.toString();
  }
}
