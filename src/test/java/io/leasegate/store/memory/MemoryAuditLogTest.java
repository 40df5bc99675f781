package io.leasegate.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.leasegate.audit.AuditEntry;
import io.leasegate.core.call.Identity;
import io.leasegate.core.lease.Lease;
import io.leasegate.store.AuditLogContract;
import io.leasegate.store.FakeClock;
import io.leasegate.store.Stores;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class MemoryAuditLogTest extends AuditLogContract {

  @Override
  protected Stores make(FakeClock clock, long startMillis, int most) {
    return MemoryStores.make(clock, startMillis, most);
  }

  @Test
  void sealersAndWritersAtOnceMakeOneChainWithoutGaps()
      throws InterruptedException, ExecutionException {
    // Given
    int each = 300;
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      // When
      List<Future<?>> all =
          IntStream.range(0, 4)
              .<Future<?>>mapToObj(
                  thread ->
                      threads.submit(
                          () -> {
                            for (int i = 0; i < each; i++) {
                              if (thread < 2) {
                                append("agent-" + thread, 1);
                                now(audit().seal());
                              } else {
                                Lease lease = open(new Identity("acme", "a-" + thread), HOUR, 1);
                                now(
                                    leases()
                                        .revokeByOperator("acme", lease.id(), Optional.empty()));
                              }
                            }
                          }))
              .toList();
      for (Future<?> one : all) {
        one.get();
      }
    } finally {
      threads.shutdownNow();
    }

    // Then
    assertThat(verified())
        .extracting(AuditEntry::sequence)
        .containsExactlyElementsOf(LongStream.rangeClosed(1, 6L * each).boxed().toList());
  }
}
