package io.leasegate.sim;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionTableTest {

  private final List<String> given = new ArrayList<>();
  private final List<SimPeer> ended = new ArrayList<>();
  private final SessionTable table = new SessionTable(2, this::newId, ended::add);

  @Test
  void fullItForgetsTheOneNotUsedForTheLongestTimeAndEndsItsStream() {
    CollectingPeer stream = new CollectingPeer();
    table.open();
    table.open();
    table.streamOpened("id-2", stream);
    table.use("id-1");

    table.open();

    assertThat(table.use("id-1")).isTrue();
    assertThat(table.use("id-2")).isFalse();
    assertThat(table.use("id-3")).isTrue();
    assertThat(ended).containsExactly(stream);
    assertThat(stream.isCut()).isTrue();
  }

  @Test
  void aStreamEndsOnce() {
    CollectingPeer stream = new CollectingPeer();
    table.open();
    table.streamOpened("id-1", stream);

    table.close("id-1");
    table.streamClosed("id-1", stream);

    assertThat(ended).containsExactly(stream);
    assertThat(table.hasStream("id-1")).isFalse();
  }

  private String newId() {
    given.add("id-" + (given.size() + 1));
    return given.get(given.size() - 1);
  }
}
