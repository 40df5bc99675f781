package io.leasegate.upstream.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.testing.Await;
import io.leasegate.testing.RawUpstream;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.OutcomeUnknown;
import io.leasegate.upstream.UpstreamAnswer.Rejected;
import io.leasegate.upstream.UpstreamAnswer.Response;
import io.leasegate.upstream.UpstreamCall;
import io.vertx.core.Future;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Answers that come after their call was given up for its time. */
final class LateAnswerTest {

  private static final Duration PAST_IDLE = HttpProbe.IDLE.plusSeconds(1);
  private static final String EVENTS =
      "HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n\r\n: hello\n\n";

  private final RawUpstream server = RawUpstream.start();
  private final CountDownLatch word = new CountDownLatch(1);
  private HttpProbe probe;

  @BeforeEach
  void connect() {
    probe = new HttpProbe(server.url());
    assertThat(probe.answer()).isInstanceOf(Response.class);
  }

  @AfterEach
  void stop() {
    word.countDown();
    probe.close();
    server.close();
  }

  /** What the server says before the test's word, and after it. */
  private void scripted(String before, RawUpstream.Script after) {
    server.onCall(
        (connection, body) -> {
          connection.send(before);
          connection.awaitWord(word);
          after.serve(connection, body);
        });
  }

  private static void answerJson(RawUpstream.Connection connection, String body)
      throws IOException {
    connection.send(RawUpstream.json(body, "{}"));
  }

  /** Sends it and lets its idle time pass. */
  private HttpProbe.Call timedOut(HttpProbe.Call call) {
    int before = server.received("tools/call").size();
    Future<UpstreamAnswer> answer = call.send();
    server.await("tools/call", before + 1);
    probe.clock.advance(PAST_IDLE);
    assertThat(Await.result(answer))
        .isEqualTo(new OutcomeUnknown(ErrorCode.UPSTREAM_TIMEOUT, "did not answer in time"));
    return call;
  }

  /** Another call, behind whatever came before it. */
  private void anotherCallIsServed() {
    server.onCall((connection, body) -> connection.send(RawUpstream.json(body, "{}")));
    assertThat(probe.answer()).isInstanceOf(Response.class);
  }

  @Test
  void aLateAnswerInJsonIsHeardOnceAndNothingWasCancelled() {
    // Given
    scripted("", LateAnswerTest::answerJson);
    HttpProbe.Call call = timedOut(probe.call().keyed());
    assertThat(call.late).isEmpty();
    // When
    word.countDown();
    Await.until("the late answer", () -> !call.late.isEmpty());
    anotherCallIsServed();
    // Then
    assertThat(call.late).singleElement().isInstanceOf(Response.class);
    assertThat(server.received("notifications/cancelled")).isEmpty();
  }

  @Test
  void ofTwoLateAnswersInAStreamTheFirstIsHeardAndProgressBeforeThemIsNot() {
    // Given
    scripted(
        EVENTS,
        (connection, body) -> {
          String progress =
              "{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\",\"params\":"
                  + "{\"progress\":1,\"progressToken\":"
                  + RawUpstream.id(body)
                  + "}}";
          String first = RawUpstream.message(body, "{\"n\":1}");
          String second = RawUpstream.message(body, "{\"n\":2}");
          connection.send(
              "data: " + progress + "\n\ndata: " + first + "\n\ndata: " + second + "\n\n");
          connection.close(false);
        });
    HttpProbe.Call call = timedOut(probe.call().keyed());
    // When
    word.countDown();
    Await.until("the late answer", () -> !call.late.isEmpty());
    anotherCallIsServed();
    // Then
    assertThat(call.late)
        .singleElement()
        .isInstanceOfSatisfying(
            Response.class,
            response ->
                assertThat(new String(response.message().bytes(), UTF_8)).contains("\"n\":1"));
    assertThat(call.progress).hasValue(0);
  }

  @Test
  void aLateRefusalIsHeardToo() {
    // Given
    scripted(
        "",
        (connection, body) ->
            connection.send("HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\n\r\n"));
    HttpProbe.Call call = timedOut(probe.call().keyed());
    // When
    word.countDown();
    // Then
    Await.until("the late answer", () -> !call.late.isEmpty());
    assertThat(call.late).singleElement().isInstanceOf(Rejected.class);
  }

  @Test
  void aCutConnectionAndALateAnswerThatIsNoneSayNothingMore() {
    // Given
    scripted(
        "",
        (connection, body) -> {
          if (body.contains("#2#")) {
            connection.close(true);
          } else {
            connection.send(
                RawUpstream.withLength("{\"jsonrpc\":\"2.0\",\"id\":77,\"result\":1}")
                    .replace("\r\n\r\n", "\r\nconnection: close\r\n\r\n"));
          }
        });
    HttpProbe.Call cut = timedOut(probe.call().keyed());
    HttpProbe.Call foreign = timedOut(probe.call().keyed());
    int ended = server.ended();
    // When
    word.countDown();
    Await.until("the end of both", () -> server.ended() == ended + 2);
    probe.turn();
    anotherCallIsServed();
    // Then
    assertThat(cut.late).isEmpty();
    assertThat(foreign.late).isEmpty();
  }

  @Test
  void aCallWithoutInterestInALateAnswerIsCutAndCancelled() {
    // Given
    scripted("", LateAnswerTest::answerJson);
    int ended = server.ended();
    // When
    HttpProbe.Call call = timedOut(probe.call());
    // Then
    server.await("notifications/cancelled", 1);
    word.countDown();
    Await.until("the end of the connection", () -> server.ended() == ended + 1);
    assertThat(call.late).isEmpty();
  }

  @Test
  void anAnswerIsWaitedForToTheEndOfTheWholeTimeAndNotLonger() {
    // Given
    scripted(EVENTS, LateAnswerTest::answerJson);
    HttpProbe.Call call = timedOut(probe.call().keyed());
    server.onCall((connection, body) -> connection.send(RawUpstream.json(body, "{}")));
    probe.clock.advance(HttpProbe.MOST.minus(PAST_IDLE).minusSeconds(1));
    assertThat(probe.answer()).isInstanceOf(Response.class);
    int ended = server.ended();
    // When: the last second passes, and a turn of the loop's timers
    probe.clock.advance(Duration.ofSeconds(2));
    word.countDown();
    Await.until("the end of the connection", () -> server.ended() == ended + 1);
    // Then
    assertThat(call.late).isEmpty();
  }

  @Test
  void afterTheWholeTimeAnAnswerIsWaitedForAsLongAgain() {
    // Given
    scripted("", LateAnswerTest::answerJson);
    HttpProbe.Call call = timedOut(probe.call().keyed().within(HttpProbe.IDLE, HttpProbe.IDLE));
    probe.clock.advance(HttpProbe.IDLE.minusSeconds(2));
    // When
    word.countDown();
    // Then
    Await.until("the late answer", () -> !call.late.isEmpty());
  }

  @Test
  void aBoundedNumberOfCallsHoldsConnectionsAndGivesThemBack() {
    // Given
    scripted("", LateAnswerTest::answerJson);
    int before = server.received("tools/call").size();
    int ended = server.ended();
    List<HttpProbe.Call> calls = new ArrayList<>();
    List<Future<UpstreamAnswer>> answers = new ArrayList<>();
    for (int i = 0; i < UpstreamCall.MAX_LATE + 3; i++) {
      HttpProbe.Call call = probe.call().keyed();
      calls.add(call);
      answers.add(call.send());
    }
    server.await("tools/call", before + calls.size());
    // When
    probe.clock.advance(PAST_IDLE);
    answers.forEach(answer -> assertThat(Await.result(answer)).isInstanceOf(OutcomeUnknown.class));
    word.countDown();
    // Then: the others were cut, and nobody was cancelled
    Await.until("the end of three connections", () -> server.ended() >= ended + 3);
    Await.until(
        "64 late answers",
        () -> calls.stream().mapToInt(call -> call.late.size()).sum() == UpstreamCall.MAX_LATE);
    assertThat(server.received("notifications/cancelled")).isEmpty();
    assertThat(probe.failures()).isEqualTo(calls.size());

    // Given: their places are free again
    CountDownLatch later = new CountDownLatch(1);
    server.onCall(
        (connection, body) -> {
          connection.awaitWord(later);
          answerJson(connection, body);
        });
    HttpProbe.Call next = timedOut(probe.call().keyed());
    // When
    later.countDown();
    // Then
    Await.until("the late answer", () -> !next.late.isEmpty());
  }
}
