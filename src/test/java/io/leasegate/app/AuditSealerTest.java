package io.leasegate.app;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.audit.AuditDraft;
import io.leasegate.audit.AuditEntry;
import io.leasegate.audit.CallCounts;
import io.leasegate.core.call.Identity;
import io.leasegate.store.AuditLog;
import io.leasegate.testing.Await;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AuditSealerTest {

  private static final Identity ANN = new Identity("acme", "ann");

  /** Counts what is asked of it. */
  private static final class CountingLog implements AuditLog {
    final AtomicBoolean away = new AtomicBoolean();
    final AtomicInteger written = new AtomicInteger();
    final AtomicInteger refused = new AtomicInteger();
    final AtomicInteger seals = new AtomicInteger();

    @Override
    public Future<Void> append(String workspace, List<AuditDraft> entries) {
      if (away.get()) {
        refused.incrementAndGet();
        return Future.failedFuture("away");
      }
      written.addAndGet(entries.size());
      return Future.succeededFuture();
    }

    @Override
    public Future<Integer> seal() {
      return Future.succeededFuture(seals.incrementAndGet());
    }

    @Override
    public Future<Page> page(String workspace, long after, int limit, Filter filter) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Future<List<AuditEntry>> newest(Identity identity, long sinceMs, int limit) {
      throw new UnsupportedOperationException();
    }
  }

  private final Vertx vertx = Vertx.vertx();
  private final CountingLog log = new CountingLog();
  private final CallCounts counts = new CallCounts(() -> 0);

  @AfterEach
  void close() {
    Await.result(vertx.close());
  }

  @Test
  void countsAreWrittenAndSealedByThemselves() {
    // Given
    AuditSealer.start(vertx, log, counts);

    // When
    counts.count(ANN, "sim", "echo", null, "ok");

    // Then
    Await.until("written", () -> log.written.get() == 1);
    int seals = log.seals.get();
    Await.until("sealed again", () -> log.seals.get() > seals + 1);
    assertThat(log.written).hasValue(1);
  }

  @Test
  void whatCannotBeWrittenIsTriedAgainAndKeepsNothingFromBeingSealed() {
    // Given
    log.away.set(true);
    AuditSealer.start(vertx, log, counts);
    counts.count(ANN, "sim", "echo", null, "ok");
    Await.until("refused twice", () -> log.refused.get() >= 2 && log.seals.get() >= 2);

    // When
    log.away.set(false);

    // Then
    Await.until("written", () -> log.written.get() == 1);
  }

  @Test
  void theLastCountsAreWrittenAtTheStop() {
    // Given
    AuditSealer sealer = AuditSealer.start(vertx, log, counts);
    counts.count(ANN, "sim", "echo", null, "ok");

    // When
    Await.result(sealer.stop());

    // Then
    assertThat(log.written).hasValue(1);
    assertThat(log.seals.get()).isPositive();
  }
}
