package io.leasegate.audit;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.core.call.Identity;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class CallCountsTest {

  private static final Identity ANN = new Identity("acme", "ann");
  private static final Identity ELSEWHERE = new Identity("other", "ann");

  private final AtomicLong now = new AtomicLong(1_800_000_000_000L);
  private final CallCounts counts = new CallCounts(now::get);
  private final List<String> workspaces = new ArrayList<>();
  private final List<AuditDraft> written = new ArrayList<>();

  private Future<Void> write(String workspace, List<AuditDraft> entries) {
    workspaces.add(workspace);
    written.addAll(entries);
    return Future.succeededFuture();
  }

  private static Future<Void> away(String workspace, List<AuditDraft> entries) {
    return Future.failedFuture("away");
  }

  private static Object detail(AuditDraft entry, String name) {
    List<Object> details = entry.details();
    return details.contains(name) ? details.get(details.indexOf(name) + 1) : "";
  }

  private long total() {
    return written.stream().mapToLong(entry -> (Long) detail(entry, "count")).sum();
  }

  @Test
  void callsThatAreAlikeAreOneEntry() {
    // Given
    counts.count(ANN, "sim", "echo", "g-1", "ok");
    now.addAndGet(5);
    counts.count(ANN, "sim", "echo", "g-1", "ok");
    now.addAndGet(7);
    counts.count(ANN, "sim", "echo", "g-1", "ok");

    // When
    Future<Void> flushed = counts.flush(this::write);

    // Then
    assertThat(flushed.succeeded()).isTrue();
    AuditDraft entry = written.get(0);
    assertThat(written).hasSize(1);
    assertThat(workspaces).containsExactly("acme");
    assertThat(entry.kind()).isEqualTo(AuditKind.CALL);
    assertThat(entry.operation()).isEqualTo("calls_counted");
    assertThat(entry.agent()).hasValue("ann");
    assertThat(entry.details())
        .containsExactly(
            "upstream",
            "sim",
            "tool",
            "echo",
            "grant_id",
            "g-1",
            "outcome",
            "ok",
            "count",
            3L,
            "since",
            "2027-01-15T08:00:00.000Z",
            "until",
            "2027-01-15T08:00:00.012Z");
    assertThat(counts.isEmpty()).isTrue();
  }

  @Test
  void whatDiffersInAnyWayIsAnEntryOfItsOwn() {
    // Given
    counts.count(ANN, "sim", "echo", "g-1", "ok");
    counts.count(ELSEWHERE, "sim", "echo", "g-1", "ok");
    counts.count(ANN, "rec", "echo", "g-1", "ok");
    counts.count(ANN, "sim", "add", "g-1", "ok");
    counts.count(ANN, "sim", "echo", "g-2", "ok");
    counts.count(ANN, "sim", "echo", null, "ok");
    counts.count(ANN, "sim", "echo", null, "grant_expired");

    // When
    counts.flush(this::write);

    // Then
    assertThat(written).hasSize(7).allMatch(entry -> detail(entry, "count").equals(1L));
    assertThat(workspaces).containsExactlyInAnyOrder("acme", "other");
    assertThat(written).filteredOn(entry -> detail(entry, "grant_id").equals("")).hasSize(2);
  }

  @Test
  void aFlushBeginsAnew() {
    // Given
    counts.count(ANN, "sim", "echo", null, "ok");
    counts.flush(this::write);
    counts.count(ANN, "sim", "echo", null, "ok");

    // When
    counts.flush(this::write);
    counts.flush(this::write);

    // Then
    assertThat(written).hasSize(2).allMatch(entry -> detail(entry, "count").equals(1L));
  }

  @Test
  void aFailedFlushLosesNothing() {
    // Given
    counts.count(ANN, "sim", "echo", null, "ok");
    now.addAndGet(5);
    Future<Void> failed =
        counts.flush(
            (workspace, entries) -> {
              counts.count(ANN, "sim", "echo", null, "ok");
              counts.count(ANN, "sim", "echo", null, "ok");
              return away(workspace, entries);
            });
    counts.count(ANN, "sim", "echo", null, "ok");

    // When
    counts.flush(this::write);

    // Then
    assertThat(failed.failed()).isTrue();
    assertThat(written).hasSize(1);
    assertThat(detail(written.get(0), "count")).isEqualTo(4L);
    assertThat(detail(written.get(0), "since")).isEqualTo("2027-01-15T08:00:00.000Z");
    assertThat(detail(written.get(0), "until")).isEqualTo("2027-01-15T08:00:00.005Z");
  }

  @Test
  void whenTooManyDifferWhatIsNewIsRefused() {
    // Given
    for (int i = 0; i < CallCounts.MOST; i++) {
      assertThat(counts.count(ANN, "sim", "tool-" + i, null, "ok")).isTrue();
    }

    // When, then
    assertThat(counts.count(ANN, "sim", "one more", null, "ok")).isFalse();
    assertThat(counts.count(ANN, "sim", "tool-7", null, "ok")).as("known ones go on").isTrue();
    counts.flush(CallCountsTest::away);
    assertThat(counts.count(ANN, "sim", "one more", null, "ok")).as("nothing left").isFalse();
    counts.flush(this::write);
    assertThat(written).hasSize(CallCounts.MOST);
    assertThat(counts.count(ANN, "sim", "one more", null, "ok")).isTrue();
  }

  @Test
  void noCallIsLostBetweenCountersAndFlushes() throws InterruptedException {
    // Given
    int each = 200_000;
    CountDownLatch done = new CountDownLatch(2);
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      for (int t = 0; t < 2; t++) {
        threads.execute(
            () -> {
              for (int i = 0; i < each; i++) {
                counts.count(ANN, "sim", i % 3 == 0 ? "echo" : "add", "g-1", "ok");
              }
              done.countDown();
            });
      }

      // When
      int flushes = 0;
      while (done.getCount() > 0) {
        counts.flush(++flushes % 3 == 0 ? CallCountsTest::away : this::write);
      }
      assertThat(done.await(1, TimeUnit.MINUTES)).isTrue();
      counts.flush(this::write);
    } finally {
      threads.shutdownNow();
    }

    // Then
    assertThat(total()).isEqualTo(2L * each);
    assertThat(counts.isEmpty()).isTrue();
  }
}
