package io.leasegate.upstream.channel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.testing.ManualClock;
import io.vertx.core.buffer.Buffer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What waits in a queue leaves it in its time, or not at all. */
class WriteQueueTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  private final ManualClock clock = new ManualClock();
  private final WriteQueue queue = new WriteQueue(8, 1_000, clock);

  private MessageChannel.Sending offer(String message, Duration within) {
    return requireNonNull(queue.offer(Buffer.buffer(message), clock.nanoTime() + within.toNanos()));
  }

  /** Writes all; before each write something happens. */
  private String written(Runnable beforeWrite) throws IOException, InterruptedException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    OutputStream out =
        new OutputStream() {
          @Override
          public void write(int b) {
            throw new AssertionError("lines are written whole");
          }

          @Override
          public void write(byte[] line, int from, int length) {
            beforeWrite.run();
            bytes.write(line, from, length);
          }
        };
    queue.offer(Buffer.buffer("end"), Long.MAX_VALUE);
    queue.writeAll(
        new java.io.FilterOutputStream(out) {
          @Override
          public void write(byte[] line) throws IOException {
            out.write(line, 0, line.length);
            if (bytes.toString(UTF_8).endsWith("end\n")) {
              queue.finish();
            }
          }
        });
    return bytes.toString(UTF_8).replace('\n', ' ');
  }

  @Test
  void aMessageIsWrittenJustBeforeItsTimeIsOver() throws Exception {
    // Given
    MessageChannel.Sending message = offer("a", SECOND);
    clock.advance(SECOND.minusNanos(1));
    // When
    String written = written(() -> {});
    // Then
    assertThat(written).isEqualTo("a end ");
    assertThat(message.withdraw()).isFalse();
  }

  @Test
  void aMessageBehindASlowOneIsDroppedWhenItsTimeIsOver() throws Exception {
    // Given
    MessageChannel.Sending first = offer("a", SECOND);
    MessageChannel.Sending second = offer("b", SECOND);
    MessageChannel.Sending third = offer("c", SECOND.multipliedBy(9));
    // When: the first write takes as long as the second message may wait
    String written = written(() -> clock.advance(SECOND));
    // Then
    assertThat(written).isEqualTo("a c end ");
    assertThat(first.withdraw()).isFalse();
    assertThat(second.withdraw()).isTrue();
    assertThat(third.withdraw()).isFalse();
  }

  @Test
  void aWithdrawnMessageIsNotWrittenAndStaysWithdrawn() throws Exception {
    // Given
    MessageChannel.Sending message = offer("a", SECOND);
    // When
    List<Boolean> withdrawn = new ArrayList<>(List.of(message.withdraw(), message.withdraw()));
    // Then
    assertThat(written(() -> {})).isEqualTo("end ");
    withdrawn.add(message.withdraw());
    assertThat(withdrawn).containsOnly(true);
  }

  @Test
  void theRoomOfAWithdrawnOrDroppedMessageIsFreeAgain() throws Exception {
    // Given
    String large = "x".repeat(600);
    offer(large, SECOND).withdraw();
    offer(large, Duration.ZERO);
    assertThat(queue.offer(Buffer.buffer(large), Long.MAX_VALUE)).isNull();
    // When
    List<Boolean> room = new ArrayList<>();
    offer("a", SECOND);
    written(() -> room.add(queue.offer(Buffer.buffer(large), Long.MAX_VALUE) != null));
    // Then
    assertThat(room).startsWith(true);
  }
}
