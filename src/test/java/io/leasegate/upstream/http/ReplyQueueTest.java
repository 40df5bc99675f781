package io.leasegate.upstream.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** How answers to an upstream wait for each other, and the upstream for them. */
class ReplyQueueTest {

  private final List<String> sent = new ArrayList<>();
  private final List<Promise<Void>> underway = new ArrayList<>();
  private final List<String> flow = new ArrayList<>();
  private final ReplyQueue queue =
      new ReplyQueue(
          answer -> {
            sent.add(answer.toString());
            Promise<Void> posted = Promise.promise();
            underway.add(posted);
            return posted.future();
          },
          () -> flow.add("pause"),
          () -> flow.add("resume"));

  private void send(int count) {
    for (int i = 0; i < count; i++) {
      queue.send(Buffer.buffer("" + i));
    }
  }

  @Test
  void fewAreSentAtOnceAndAllInTheirOrder() {
    // Given
    send(ReplyQueue.AT_ONCE + 2);
    int before = sent.size();
    // When
    underway.get(0).fail("lost");
    underway.get(1).complete();
    // Then
    assertThat(before).isEqualTo(ReplyQueue.AT_ONCE);
    assertThat(sent).containsExactly("0", "1", "2", "3", "4", "5");
  }

  @Test
  void aStreamWhoseAnswersWaitIsNotReadUntilTheyAreSent() {
    // Given
    send(ReplyQueue.AT_ONCE + ReplyQueue.MOST_WAITING);
    List<String> before = List.copyOf(flow);
    // When
    send(1);
    List<String> full = List.copyOf(flow);
    for (int i = 0; i < underway.size(); i++) {
      underway.get(i).complete();
    }
    // Then
    assertThat(before).isEmpty();
    assertThat(full).containsExactly("pause");
    assertThat(flow).containsExactly("pause", "resume");
    assertThat(sent).hasSize(ReplyQueue.AT_ONCE + ReplyQueue.MOST_WAITING + 1);
  }
}
