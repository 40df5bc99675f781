package io.leasegate.upstream.channel;

import static io.leasegate.upstream.channel.UpstreamProbe.jsonOf;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.NotSent;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamAnswer.Response;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A child that ends anywhere in a request or an answer: what is known of the call afterwards. */
class CutLineTest {

  private static final String INITIALIZED =
      "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"protocolVersion\":\"2025-11-25\","
          + "\"capabilities\":{}}}";

  /** What a call is answered, once it has its id. */
  private static final String ANSWER = "{\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{}}";

  /** Reads lines, answers the handshake, and with the first call does that. */
  private static UpstreamProbe child(String onCall) {
    String script =
        "while read -r line; do id=${line#*\\\"id\\\":}; id=${id%%,*}; n=${line#*\\\"n\\\":};"
            + " n=${n%%\\}*}; case $line in *tools/call*) "
            + onCall
            + " exit 7;; *initialize\\\"*) printf '"
            + INITIALIZED
            + "\\n' $id;; esac; done";
    UpstreamProbe probe =
        UpstreamProbe.over(
            UpstreamProbe.settings(), each -> each.stdio(new ChildCommand("sh", "-c", script)));
    probe.await(() -> probe.upstream.health().ok());
    return probe;
  }

  private static UpstreamAnswer answer(UpstreamProbe probe, int n) {
    return probe.call("echo", "{\"n\":" + n + "}").answer();
  }

  @Test
  void anAnswerCountsFromItsLastBraceOnAndNotBefore() {
    // Given: a child that writes so many bytes of its answer, and ends
    String cut = "a=$(printf '" + ANSWER + "' $id); printf %.${n}s \"$a\";";
    try (UpstreamProbe probe = child(cut)) {
      int children = 1;
      UpstreamAnswer answer = answer(probe, 0);
      int n = 0;
      while (!(answer instanceof Response) && n < 100) {
        // Then
        assertThat(answer)
            .as("cut after %d bytes", n)
            .isInstanceOfSatisfying(
                OutcomeUnknown.class,
                lost -> assertThat(lost.code()).isEqualTo(ErrorCode.UPSTREAM_LOST));
        // When
        int next = ++children;
        probe.passTimeUntil(Duration.ofSeconds(4), () -> probe.opened.get() >= next);
        probe.await(() -> probe.upstream.health().ok());
        probe.pass(UpstreamProbe.CIRCUIT_OPEN);
        answer = answer(probe, ++n);
      }
      // Then
      assertThat(jsonOf(answer)).hasSize(n);
    }
  }

  @Test
  void aChildThatEndsWithAnUnfinishedLineHasGivenNoAnswer() {
    // Given
    try (UpstreamProbe probe = child("printf '{\"jsonrpc\":\"2.0\",\"id\":'$id',\"result\":{';")) {
      // When
      UpstreamAnswer answer = answer(probe, 1);
      // Then
      assertThat(answer).isInstanceOf(OutcomeUnknown.class);
    }
  }

  @Test
  void aRequestThatWasReadInPartMayHaveRun() {
    // Given: a child that reads the first bytes of what follows the handshake, and ends
    String script =
        "read -r line; id=${line#*\\\"id\\\":}; id=${id%%,*}; printf '"
            + INITIALIZED
            + "\\n' $id; read -r line; head -c 20 >/dev/null; exit 7";
    try (UpstreamProbe probe =
        UpstreamProbe.over(
            UpstreamProbe.settings(), each -> each.stdio(new ChildCommand("sh", "-c", script)))) {
      probe.await(() -> probe.upstream.health().ok());
      // When
      UpstreamAnswer answer = answer(probe, 1);
      // Then
      assertThat(answer)
          .isEqualTo(new OutcomeUnknown(ErrorCode.UPSTREAM_LOST, "has ended with exit code 7"));
    }
  }

  @Test
  void aRequestToAChildThatIsGoneHasNotRun() {
    // Given
    try (UpstreamProbe probe = child("")) {
      answer(probe, 1);
      // When
      UpstreamAnswer answer = answer(probe, 2);
      // Then
      assertThat(answer)
          .isEqualTo(new NotSent(ErrorCode.CONNECT_FAILED, "has ended with exit code 7", 1));
    }
  }
}
