package io.leasegate.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.app.RunningGateway;
import io.leasegate.testing.HeldReply;
import io.leasegate.testing.McpClient;
import io.leasegate.testing.RawConnection;
import io.leasegate.testing.RawResponse;
import io.leasegate.testing.Reply;
import io.leasegate.testing.ScriptedUpstream;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** An upstream that fails is left alone for a while; one call finds out whether it is back. */
final class CircuitTest {

  private final ScriptedUpstream upstream = ScriptedUpstream.start();
  private RunningGateway gateway;
  private McpClient client;

  @BeforeEach
  void start() {
    gateway =
        RunningGateway.setup()
            .upstream("up", upstream, "circuit: { failures: 3, open: 30s }")
            .start();
    client = gateway.session();
  }

  @AfterEach
  void stop() {
    gateway.close();
    upstream.close();
  }

  private String call() {
    RawResponse answer = client.call("up__echo", "{}");
    return answer.result().has("content") && answer.refusal().isEmpty() ? "ok" : answer.refusal();
  }

  private void fail(int times) {
    for (int i = 0; i < times; i++) {
      upstream.next("tools/call", Reply.status(500));
      call();
    }
  }

  @Test
  void oneFailureLessThanTheLimitKeepsItClosed() {
    // When
    fail(2);
    // Then
    assertThat(call()).isEqualTo("ok");
  }

  @Test
  void failuresInARowOpenIt() {
    // When
    fail(3);
    // Then
    assertThat(call()).isEqualTo("circuit_open");
  }

  @Test
  void whileItIsOpenNothingIsSent() {
    // Given
    fail(3);
    int sent = upstream.received("tools/call").size();
    // When
    call();
    // Then
    assertThat(upstream.received("tools/call")).hasSize(sent);
  }

  @Test
  void anAnswerInBetweenStartsTheCountAgain() {
    // Given
    fail(2);
    call();
    // When
    fail(2);
    // Then
    assertThat(call()).isEqualTo("ok");
  }

  @Test
  void errorsOfToolsDoNotCount() {
    // Given
    for (int i = 0; i < 5; i++) {
      upstream.next("tools/call", Reply.error(-32603, "tool broke"));
      call();
    }
    // Then
    assertThat(call()).isEqualTo("ok");
  }

  @Test
  void aProbeThatIsAnsweredClosesIt() {
    // Given
    fail(3);
    gateway.clock().advance(Duration.ofSeconds(30));
    call();
    // When
    String next = call();
    // Then
    assertThat(next).isEqualTo("ok");
  }

  @Test
  void aProbeThatFailsOpensItAgain() {
    // Given
    fail(3);
    gateway.clock().advance(Duration.ofSeconds(30));
    fail(1);
    // When
    String next = call();
    // Then
    assertThat(next).isEqualTo("circuit_open");
  }

  @Test
  void whileAProbeRunsOthersAreRefused() {
    // Given
    fail(3);
    gateway.clock().advance(Duration.ofSeconds(30));
    HeldReply held = new HeldReply();
    upstream.next("tools/call", held);
    RawConnection probe = client.begin(McpClient.callMessage("1", "up__echo", "{}"));
    held.arrived();
    // When
    String other = call();
    // Then
    held.release(Reply.text("back"));
    probe.read();
    probe.close();
    assertThat(other).isEqualTo("circuit_open");
  }

  @Test
  void theRefusalSaysWhenToTryAgain() {
    // Given
    fail(3);
    // When
    RawResponse answer = client.call("up__echo", "{}");
    // Then
    assertThat(
            answer.result().path("_meta").path("io.leasegate/error").path("retry_after_s").asInt())
        .isBetween(30, 31);
  }
}
