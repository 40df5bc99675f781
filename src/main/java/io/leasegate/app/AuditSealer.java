package io.leasegate.app;

import io.leasegate.audit.CallCounts;
import io.leasegate.store.AuditLog;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes counted calls into the audit and has it sealed, several times a second. */
final class AuditSealer {

  private static final Logger LOG = LoggerFactory.getLogger(AuditSealer.class);
  private static final long EVERY_MS = 200;

  private final Vertx vertx;
  private final AuditLog log;
  private final CallCounts counts;
  private final AtomicBoolean running = new AtomicBoolean();
  private final AtomicBoolean failing = new AtomicBoolean();
  private final long timer;

  private AuditSealer(Vertx vertx, AuditLog log, CallCounts counts) {
    this.vertx = vertx;
    this.log = log;
    this.counts = counts;
    this.timer = vertx.setPeriodic(EVERY_MS, tick -> tick());
  }

  static AuditSealer start(Vertx vertx, AuditLog log, CallCounts counts) {
    return new AuditSealer(vertx, log, counts);
  }

  private void tick() {
    if (running.compareAndSet(false, true)) {
      var unused = sealAll().onComplete(done -> running.set(false));
    }
  }

  /** What cannot be flushed must not keep what is there from being sealed: that makes room. */
  private Future<?> sealAll() {
    Future<?> flushed = counts.isEmpty() ? Future.succeededFuture() : counts.flush(log::append);
    return flushed
        .transform(
            flush ->
                log.seal()
                    .compose(
                        count ->
                            flush.succeeded()
                                ? Future.succeededFuture(count)
                                : Future.failedFuture(flush.cause())))
        .onComplete(done -> say(done.cause()));
  }

  /** Once when it begins to fail, and once when it works again. */
  private void say(@Nullable Throwable problem) {
    if (problem != null && failing.compareAndSet(false, true)) {
      LOG.error("the audit cannot be written or sealed", problem);
    } else if (problem == null && failing.compareAndSet(true, false)) {
      LOG.info("the audit is written and sealed again");
    }
  }

  /** Stops after what is there now was sealed. */
  Future<?> stop() {
    vertx.cancelTimer(timer);
    return sealAll().otherwiseEmpty();
  }
}
