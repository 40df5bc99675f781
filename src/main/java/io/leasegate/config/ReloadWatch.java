package io.leasegate.config;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at files each second and tells when their content has changed and settled.
 *
 * <p>Files are read, and the listener is called, on worker threads, one call at a time. The other
 * methods may be called from any thread.
 */
public final class ReloadWatch {

  private static final Logger LOG = LoggerFactory.getLogger(ReloadWatch.class);
  private static final Duration PERIOD = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Context context;
  private final Runnable onChange;
  private final long timer;

  /** Keeps the looks of the timer from queueing up behind a load that takes long. */
  private final AtomicBoolean timedLookWaits = new AtomicBoolean();

  /** Only used by the ordered worker of the context. */
  private List<Path> files;

  private ChangeDetector detector;

  private ReloadWatch(Vertx vertx, List<Path> files, Runnable onChange) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.onChange = onChange;
    this.files = List.copyOf(files);
    this.detector = new ChangeDetector(ContentDigest.of(files));
    this.timer = vertx.setPeriodic(PERIOD.toMillis(), ignored -> timedLook());
  }

  /**
   * Begins to watch. Blocking: takes the files as they are now for what is loaded.
   *
   * @param onChange loads anew; it may block, and is never called twice at once
   */
  public static ReloadWatch start(Vertx vertx, List<Path> files, Runnable onChange) {
    return new ReloadWatch(vertx, files, onChange);
  }

  /** Looks now, in its turn; done when the look, and the listener if it was called, is over. */
  public Future<Void> look() {
    return inTurn(
        () -> {
          if (detector.completesChange(ContentDigest.of(files))) {
            onChange.run();
          }
        });
  }

  private void timedLook() {
    if (timedLookWaits.compareAndSet(false, true)) {
      look().onComplete(done -> timedLookWaits.set(false));
    }
  }

  /** Calls the listener whether anything changed or not, as on {@code SIGHUP}. */
  public Future<Void> reloadNow() {
    return inTurn(
        () -> {
          detector = new ChangeDetector(ContentDigest.of(files));
          onChange.run();
        });
  }

  /** Watches these files from now on; called after a load that read others than before. */
  public Future<Void> watch(List<Path> next) {
    List<Path> copy = List.copyOf(next);
    return inTurn(
        () -> {
          if (!copy.equals(files)) {
            files = copy;
            detector = detector.over(ContentDigest.of(copy));
          }
        });
  }

  /** Stops looking; a look that runs comes to its end. */
  public void stop() {
    vertx.cancelTimer(timer);
  }

  private Future<Void> inTurn(Runnable step) {
    return context
        .<Void>executeBlocking(
            () -> {
              step.run();
              return null;
            },
            true)
        .onFailure(e -> LOG.error("a reload failed", e));
  }
}
