package io.leasegate.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.testing.Await;
import io.leasegate.testing.RawUpstream;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.NotSent;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamAnswer.Response;
import io.vertx.core.Promise;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A connection that is cut anywhere: what is known of the call afterwards, and that it was sent
 * once.
 */
final class CutAnswerTest {

  private static final String RESULT = "{\"content\":[]}";

  private final RawUpstream server = RawUpstream.start();
  private HttpProbe probe;

  @BeforeEach
  void connect() {
    probe = new HttpProbe(server.url());
    assertThat(probe.answer()).isInstanceOf(Response.class);
  }

  @AfterEach
  void everyCallReachedTheServerAtMostOnce() {
    List<String> marks =
        server.received("tools/call").stream().map(body -> body.split("#", -1)[1]).toList();
    assertThat(marks).doesNotHaveDuplicates();
    probe.close();
    server.close();
  }

  /** The ways in which HTTP carries the same answer. */
  enum Form {
    JSON_WITH_LENGTH,
    JSON_CHUNKED,
    JSON_TO_THE_END,
    EVENTS_CHUNKED,
    EVENTS_TO_THE_END;

    private String body(String request) {
      String message = RawUpstream.message(request, RESULT);
      return isJson() ? message : ": hello\n\nid: 1\ndata: " + message + "\n\n";
    }

    private boolean isJson() {
      return this == JSON_WITH_LENGTH || this == JSON_CHUNKED || this == JSON_TO_THE_END;
    }

    private boolean isChunked() {
      return this == JSON_CHUNKED || this == EVENTS_CHUNKED;
    }

    String answer(String request) {
      String body = body(request);
      String framing =
          isChunked()
              ? "transfer-encoding: chunked\r\n"
              : this == JSON_WITH_LENGTH ? "content-length: " + body.length() + "\r\n" : "";
      return "HTTP/1.1 200 OK\r\n"
          + framing
          + "content-type: "
          + (isJson() ? "application/json" : "text/event-stream")
          + "\r\n\r\n"
          + (isChunked()
              ? Integer.toHexString(body.length()) + "\r\n" + body + "\r\n0\r\n\r\n"
              : body);
    }

    /** From which byte on the answer is there: an event is whole before its stream ends. */
    int wholeAt(String answer) {
      return isJson() ? answer.length() : answer.lastIndexOf("}\n\n") + 3;
    }
  }

  /** Sends so many bytes of the answer and cuts. */
  private static final class Cut implements RawUpstream.Script {
    private final Form form;
    private final int bytes;
    private final boolean reset;
    volatile String answer = "";

    Cut(Form form, int bytes, boolean reset) {
      this.form = form;
      this.bytes = bytes;
      this.reset = reset;
    }

    @Override
    public void serve(RawUpstream.Connection connection, String body) throws IOException {
      answer = form.answer(body);
      connection.send(answer.substring(0, Math.min(bytes, answer.length())));
      connection.close(reset);
    }

    boolean isWhole() {
      return bytes >= form.wholeAt(answer);
    }

    boolean isLast() {
      return bytes >= answer.length();
    }
  }

  /** Ends all connections, and lets the gateway hear of it. */
  private void closeIdle() {
    server.closeIdle();
    probe.turn();
  }

  private static boolean isLost(UpstreamAnswer answer) {
    return answer instanceof OutcomeUnknown unknown && unknown.code() == ErrorCode.UPSTREAM_LOST;
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void anAnswerCountsFromItsLastByteOnAndNotBefore(Form form) {
    Cut cut = new Cut(form, 0, false);
    for (int n = 1; !cut.isLast() || n == 1; n++) {
      // Given
      server.onCall(cut);
      // When
      UpstreamAnswer answer = probe.answer();
      // Then
      assertThat(cut.isWhole() ? answer instanceof Response : isLost(answer))
          .as("%s cut after %d bytes: %s", form, n - 1, answer)
          .isTrue();
      if (cut.isLast()) {
        break;
      }
      cut = new Cut(form, n, false);
    }
    assertThat(cut.isLast()).isTrue();
    assertThat(server.received("tools/call")).hasSize(probe.marks.get());
  }

  @ParameterizedTest
  @EnumSource(Form.class)
  void aResetNeverMakesAnAnswerOfAPartOrACallThatWasNotSent(Form form) {
    int length = form.answer("\"id\":100").length();
    for (int n = 0; n <= length; n++) {
      // Given
      Cut cut = new Cut(form, n, true);
      server.onCall(cut);
      // When
      UpstreamAnswer answer = probe.answer();
      // Then
      assertThat(isLost(answer) || (cut.isWhole() && answer instanceof Response))
          .as("%s reset after %d bytes: %s", form, n, answer)
          .isTrue();
    }
    assertThat(server.received("tools/call")).hasSize(probe.marks.get());
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 16, 100, 200, 300})
  void aRequestThatWasReadInPartMayHaveRun(int bytes) {
    // Given
    closeIdle();
    server.cutsRequestAfter(bytes);
    // When
    UpstreamAnswer answer = probe.answer();
    // Then
    assertThat(isLost(answer)).as(answer.toString()).isTrue();
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void aRequestOnAnOldConnectionThatIsJustBeingClosedMayHaveRunAndIsNotRepeated() {
    // Given: it closes when the first byte is there, as servers do that were about to close
    int connections = server.connections();
    server.cutsRequestAfter(0);
    // When
    UpstreamAnswer answer = probe.answer();
    // Then
    assertThat(isLost(answer)).as(answer.toString()).isTrue();
    assertThat(server.connections()).isEqualTo(connections);
    assertThat(server.received("tools/call")).hasSize(1);
  }

  @Test
  void aRequestThatWasWrittenInPartMayHaveRun() {
    // Given
    closeIdle();
    server.cutsRequestAfter(1_000);
    int connections = server.connections();
    // When
    UpstreamAnswer answer = probe.call().padded("x".repeat(16 << 20)).answer();
    // Then
    assertThat(isLost(answer)).as(answer.toString()).isTrue();
    assertThat(server.connections()).isEqualTo(connections + 1);
  }

  @Test
  void aRefusedConnectionSendsNothing() {
    // Given
    closeIdle();
    server.goAway();
    // When
    UpstreamAnswer answer = probe.answer();
    // Then
    assertThat(answer).isEqualTo(new NotSent(ErrorCode.CONNECT_FAILED, "cannot be reached", 1));
  }

  @Test
  void aConnectionThatWasClosedWhileIdleIsNotUsedAgain() {
    // Given
    closeIdle();
    // When
    UpstreamAnswer answer = probe.answer();
    // Then
    assertThat(answer).isInstanceOf(Response.class);
    assertThat(server.received("tools/call")).hasSize(2);
  }

  @Test
  void aCallOnAConnectionWhoseEndIsOnItsWayIsLostOrSentOnceOnAnother() {
    // Given: the loop is busy while the server closes, and hears of that sooner or later
    Promise<UpstreamAnswer> answer = Promise.promise();
    probe.loop.run(
        () -> {
          server.cutAll();
          probe.call().begin().onComplete(answer);
        });
    // When
    UpstreamAnswer known = Await.result(answer.future());
    // Then
    assertThat(isLost(known) || known instanceof Response).as(known.toString()).isTrue();
    // what was lost the server may have read before it closed, but never twice
    assertThat(server.received("tools/call")).hasSizeBetween(isLost(known) ? 1 : 2, 2);
  }

  @ParameterizedTest
  @CsvSource({
    "404 Not Found, <html>no such session</html>, 2",
    "404 Not Found, {\"detail\":\"unknown\"}, 2",
    "404 Not Found, {\"jsonrpc\":\"2.0\", 1",
    "400 Bad Request, {\"jsonrpc\":\"2.0\", 1",
    "500 Internal Server Error, oops, 1",
  })
  void onlyAWholeAnswerThatNamesTheSessionSendsACallAgain(String status, String body, int sent) {
    // Given: an answer without a length, which ends with its connection
    server.onCall(
        (connection, request) -> {
          connection.send("HTTP/1.1 " + status + "\r\ncontent-type: text/plain\r\n\r\n" + body);
          connection.close(false);
        });
    int before = server.received("tools/call").size();
    // When
    UpstreamAnswer answer = probe.answer();
    // Then
    if (sent == 2) {
      assertThat(answer)
          .isEqualTo(new NotSent(ErrorCode.CONNECT_FAILED, "forgets its sessions at once", 1));
      assertThat(server.received("tools/call")).hasSize(before + 2);
      server.forget(); // the repetition that was meant
    } else {
      assertThat(isLost(answer)).as(answer.toString()).isTrue();
      assertThat(server.received("tools/call")).hasSize(before + 1);
    }
  }
}
