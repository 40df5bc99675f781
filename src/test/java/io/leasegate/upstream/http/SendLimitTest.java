package io.leasegate.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.error.ErrorCode;
import io.leasegate.testing.Await;
import io.leasegate.testing.RawUpstream;
import io.leasegate.testing.ScriptedUpstream;
import io.leasegate.upstream.UpstreamAnswer;
import io.leasegate.upstream.UpstreamAnswer.NotSent;
import io.leasegate.upstream.UpstreamAnswer.Response;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A call that could not be sent in its time is not sent at all. */
final class SendLimitTest {

  private static final Duration LIMIT = Duration.ofSeconds(2);
  private static final NotSent TOO_LATE =
      new NotSent(ErrorCode.OVERLOADED, "was not sent a call that had waited too long before", 1);

  private final RawUpstream server = RawUpstream.start();
  private final HttpProbe probe = new HttpProbe(server.url());
  private final CountDownLatch word = new CountDownLatch(1);

  @AfterEach
  void stop() {
    word.countDown();
    probe.close();
    server.close();
  }

  private static NotSent notConnected(String why) {
    return new NotSent(ErrorCode.CONNECT_FAILED, why, 1);
  }

  private void assertThatNothingWasSent(int callsBefore) {
    server.onCall((connection, body) -> connection.send(RawUpstream.json(body, "{}")));
    assertThat(probe.answer()).isInstanceOf(Response.class);
    assertThat(server.received("tools/call")).hasSize(callsBefore + 1);
  }

  @Test
  void aCallWithinItsTimeIsSent() {
    assertThat(probe.call().sentWithin(LIMIT).answer()).isInstanceOf(Response.class);
  }

  @Test
  void aCallThatComesTooLateIsNotTheUpstreamsFault() {
    // When
    UpstreamAnswer answer = probe.call().sentWithin(Duration.ZERO).answer();
    // Then
    assertThat(answer).isEqualTo(TOO_LATE);
    assertThat(probe.failures()).isZero();
    assertThatNothingWasSent(0);
  }

  @Test
  void aConnectionThatComesTooLateIsNotUsed() {
    // Given: a session, and no connection
    assertThat(probe.answer()).isInstanceOf(Response.class);
    server.closeIdle();
    probe.turn();
    // When: the time is over when the connection is there
    Promise<UpstreamAnswer> answer = Promise.promise();
    probe.loop.run(
        () -> {
          probe.call().sentWithin(LIMIT).begin().onComplete(answer);
          probe.clock.advance(LIMIT);
        });
    // Then
    assertThat(Await.result(answer.future())).isEqualTo(notConnected("gave no connection in time"));
    assertThat(probe.failures()).isOne();
    assertThatNothingWasSent(1);
  }

  @Test
  void aSessionThatOpensTooLateIsNotWaitedFor() {
    // Given
    server.onInitialize(
        (connection, body) -> {
          connection.awaitWord(word);
          connection.send(RawUpstream.json(body, ScriptedUpstream.initializeResult("2025-11-25")));
        });
    Future<UpstreamAnswer> limited = probe.call().sentWithin(LIMIT).send();
    Future<UpstreamAnswer> idle =
        probe.call().within(Duration.ofSeconds(5), Duration.ofSeconds(100)).send();
    server.await("initialize", 1);
    probe.turn(); // the second call has begun as well
    // When
    probe.clock.advance(LIMIT);
    // Then
    assertThat(Await.result(limited)).isEqualTo(notConnected("opened no session in time"));
    assertThat(idle.isComplete()).isFalse();
    probe.clock.advance(Duration.ofSeconds(3));
    assertThat(Await.result(idle)).isEqualTo(notConnected("opened no session in time"));
    // and the session serves who comes next
    word.countDown();
    assertThatNothingWasSent(0);
    assertThat(server.received("initialize")).hasSize(1);
  }

  @Test
  void aSecondTryThatComesTooLateIsNotMade() {
    // Given
    assertThat(probe.answer()).isInstanceOf(Response.class);
    server.onCall(
        (connection, body) -> {
          connection.awaitWord(word);
          connection.send("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
        });
    Future<UpstreamAnswer> answer = probe.call().sentWithin(LIMIT).send();
    server.await("tools/call", 2);
    // When
    probe.clock.advance(LIMIT);
    word.countDown();
    // Then
    assertThat(Await.result(answer)).isEqualTo(TOO_LATE);
    assertThatNothingWasSent(2);
  }

  @Test
  void aSecondTryInTimeIsMadeOnce() {
    // Given
    assertThat(probe.answer()).isInstanceOf(Response.class);
    server.onCall(
        (connection, body) -> {
          server.onCall((later, again) -> later.send(RawUpstream.json(again, "{}")));
          connection.send("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
        });
    // When
    UpstreamAnswer answer = probe.call().sentWithin(LIMIT).answer();
    // Then
    assertThat(answer).isInstanceOf(Response.class);
    assertThat(server.received("tools/call")).hasSize(3);
    assertThat(server.received("initialize")).hasSize(2);
  }
}
