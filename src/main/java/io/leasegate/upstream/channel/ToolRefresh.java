package io.leasegate.upstream.channel;

import io.leasegate.core.time.TimerWheel;
import io.leasegate.loop.Loop;
import io.leasegate.upstream.Backoff;
import io.leasegate.upstream.UpstreamTool;
import io.vertx.core.AsyncResult;
import io.vertx.core.Future;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Reads the tools of one session anew: once for many changes that come together, once more when one
 * came in the meantime, and again after a pause when it failed. Bound to its loop.
 */
final class ToolRefresh extends TimerWheel.Timer {

  private static final long DEBOUNCE_NANOS = 100_000_000L;
  private static final long NANOS_PER_MILLI = 1_000_000L;

  private final Loop loop;
  private final Backoff backoff;
  private final Supplier<Future<List<UpstreamTool>>> source;
  private final Consumer<AsyncResult<List<UpstreamTool>>> onRead;
  private boolean reading;
  private boolean again;
  private boolean settling;
  private boolean stopped;

  ToolRefresh(
      Loop loop,
      Backoff backoff,
      Supplier<Future<List<UpstreamTool>>> source,
      Consumer<AsyncResult<List<UpstreamTool>>> onRead) {
    this.loop = loop;
    this.backoff = backoff;
    this.source = source;
    this.onRead = onRead;
  }

  /** The upstream said that its tools changed. */
  void changed() {
    if (reading) {
      again = true;
    } else if (!stopped && !settling) {
      settle(); // earlier than a retry that may be waiting
    }
  }

  /** Reads at once. */
  void read() {
    if (stopped || reading) {
      return;
    }
    loop.stop(this);
    reading = true;
    again = false;
    settling = false;
    source.get().onComplete(this::done);
  }

  private void done(AsyncResult<List<UpstreamTool>> tools) {
    reading = false;
    if (stopped) {
      return;
    }
    if (tools.succeeded()) {
      backoff.reset();
      if (again) {
        settle();
      }
    } else {
      loop.start(this, backoff.next() * NANOS_PER_MILLI);
    }
    onRead.accept(tools);
  }

  private void settle() {
    settling = true;
    loop.start(this, DEBOUNCE_NANOS);
  }

  void stop() {
    stopped = true;
    loop.stop(this);
  }

  @Override
  protected void fire() {
    read();
  }
}
