package io.leasegate.upstream.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What of a child reaches the log, and what of the gateway reaches a child. */
class ChildLogTest {

  @Test
  void aBurstThenASteadyRateThenCounted() {
    AtomicLong clock = new AtomicLong(-5);
    LogThrottle throttle = new LogThrottle(clock::get, 3, 10);
    for (int i = 0; i < 3; i++) {
      assertThat(throttle.admit()).isTrue();
    }
    assertThat(throttle.admit()).isFalse();
    assertThat(throttle.admit()).isFalse();
    assertThat(throttle.takeSuppressed()).isEqualTo(2);
    clock.addAndGet(100_000_000);
    assertThat(throttle.admit()).isTrue();
    assertThat(throttle.admit()).isFalse();
    clock.addAndGet(3_600_000_000_000L);
    for (int i = 0; i < 3; i++) {
      assertThat(throttle.admit()).isTrue();
    }
    assertThat(throttle.admit()).isFalse();
  }

  @Test
  void linesCannotForgeOthersAndAreCut() {
    byte[] forged = "ok\u001b[2J\r\n{\"level\":\"INFO\"}".getBytes(UTF_8);
    assertThat(ChildLog.printable(forged, forged.length)).isEqualTo("ok?[2J??{\"level\":\"INFO\"}");
    byte[] endless = "y".repeat(5_000).getBytes(UTF_8);
    assertThat(ChildLog.printable(endless, endless.length)).hasSize(ChildLog.MAX_LINE + 1);
  }

  @Test
  void aChildInheritsLittleAndTheConfigurationWins() {
    Map<String, String> own =
        Map.of(
            "PATH", "/bin",
            "HOME", "/home/me",
            "LANG", "() { :; }",
            "LEASEGATE_TOKEN", "secret",
            "AWS_SECRET_ACCESS_KEY", "secret");
    assertThat(ChildEnvironment.of(own, Map.of("TOKEN", "t", "HOME", "/data")))
        .isEqualTo(Map.of("PATH", "/bin", "HOME", "/data", "TOKEN", "t"));
  }
}
