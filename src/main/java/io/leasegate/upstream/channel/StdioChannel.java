package io.leasegate.upstream.channel;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A child process that speaks newline-delimited JSON-RPC on stdin and stdout.
 *
 * <p>Four daemon threads serve it: one each for its three streams, and one that starts it, waits
 * for its end and sees to it that nothing of it is left. None of them ever holds up the event loop.
 */
final class StdioChannel implements MessageChannel {

  private static final Logger LOG = LoggerFactory.getLogger(StdioChannel.class);

  /** How long answers that a child wrote just before its end may take to be read. */
  private static final long LAST_WORDS_MILLIS = 250;

  private static final long EXIT_CODE_MILLIS = 1_000;
  private static final Duration UNASKED_GRACE = Duration.ofMillis(500);

  private final StdioChannelFactory origin;
  private final Context home;
  private final ChannelListener listener;
  private final WriteQueue queue;
  private final StdoutReader stdout;
  private final StderrReader stderr;
  private final List<Thread> threads = new ArrayList<>();
  private final Promise<Void> closed = Promise.promise();

  /** Opens when the life of the child is to end or has ended. */
  private final CountDownLatch turn = new CountDownLatch(1);

  private volatile @Nullable Duration closing;
  private volatile @Nullable String streamEnd;
  private boolean ended;

  StdioChannel(StdioChannelFactory origin, Context home, ChannelListener listener) {
    this.origin = origin;
    this.home = home;
    this.listener = listener;
    StdioLimits limits = origin.limits();
    this.queue = new WriteQueue(limits.maxQueued(), limits.maxQueuedBytes(), origin.clock());
    this.stdout =
        new StdoutReader(limits.maxLine(), origin.scanner(), origin.log(), home, listener);
    this.stderr = new StderrReader(origin.log());
  }

  void start() {
    try {
      newThread("life", this::live).start();
    } catch (OutOfMemoryError e) { // the system's limit of threads, not the heap
      end("could not be started: no thread for it");
      finishClosing();
    }
  }

  @Override
  public @Nullable Sending send(Buffer message, Map<String, String> headers, long sendBy) {
    return ended ? null : queue.offer(message, sendBy);
  }

  @Override
  public Future<Void> close(Duration grace) {
    if (closing == null) {
      closing = grace;
      ended = true;
      queue.finish();
      turn.countDown();
    }
    return closed.future();
  }

  private void live() {
    ChildProcess child = null;
    try {
      child = ChildProcess.start(origin.command(), origin.ownEnvironment());
      serve(child);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      end("could not be started: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      end("was interrupted");
    } finally {
      if (child != null) {
        endOf(child);
      }
      // a reader may wait for the loop, and a writer for messages
      threads.forEach(Thread::interrupt);
      finishClosing();
    }
  }

  private void serve(ChildProcess child) throws InterruptedException {
    Process process = child.process();
    Thread reader =
        run("stdout", "closed its output", () -> stdout.readAll(process.getInputStream()));
    run("stdin", "closed its input", () -> queue.writeAll(process.getOutputStream()));
    run("stderr", null, () -> stderr.readAll(process.getErrorStream()));
    process.onExit().thenRun(turn::countDown);
    turn.await();
    if (closing == null) {
      // it usually exits right after its streams ended
      boolean exited = process.waitFor(EXIT_CODE_MILLIS, TimeUnit.MILLISECONDS);
      if (exited) {
        reader.join(LAST_WORDS_MILLIS);
      }
      String stream = streamEnd;
      end(
          exited || stream == null
              ? "has ended" + (exited ? " with exit code " + process.exitValue() : "")
              : stream);
    } else {
      end("was stopped");
    }
  }

  private void endOf(ChildProcess child) {
    Duration grace = closing;
    try {
      child.stop(grace == null ? UNASKED_GRACE : grace);
    } catch (InterruptedException e) {
      child.kill();
    }
  }

  /** What a thread of a stream does. */
  private interface StreamWork {
    void run() throws IOException, InterruptedException;
  }

  /**
   * Starts the thread of a stream.
   *
   * @param onEnd why the child is of no more use when the stream has ended, or null
   */
  private Thread run(String stream, @Nullable String onEnd, StreamWork work) {
    Thread thread =
        newThread(
            stream,
            () -> {
              try {
                work.run();
              } catch (IOException | RejectedExecutionException e) {
                LOG.debug("upstream {}: {}: {}", origin.name(), stream, e.getMessage());
              } catch (InterruptedException e) {
                LOG.debug("upstream {}: {} is not served any more", origin.name(), stream);
              } finally {
                if (onEnd != null) {
                  streamEnd = onEnd;
                  turn.countDown();
                }
              }
            });
    threads.add(thread);
    thread.start();
    return thread;
  }

  private Thread newThread(String part, Runnable work) {
    Thread thread = new Thread(work, "upstream-" + origin.name() + "-" + part);
    thread.setDaemon(true);
    return thread;
  }

  private void end(String why) {
    onLoop(
        () -> {
          ended = true;
          listener.onEnd(why);
        });
  }

  private void finishClosing() {
    onLoop(closed::tryComplete);
  }

  private void onLoop(Runnable task) {
    try {
      home.runOnContext(ignored -> task.run());
    } catch (RejectedExecutionException e) {
      LOG.debug("upstream {}: its event loop has ended", origin.name());
    }
  }
}
