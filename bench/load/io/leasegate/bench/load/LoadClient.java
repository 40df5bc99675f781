package io.leasegate.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;

/**
 * A closed loop: each connection sends its next request when it has the answer to the last. One
 * thread on plain NIO, the calling one. The first failure ends the run.
 */
final class LoadClient implements Closeable {
  private static final long POLL_MILLIS = 50;
  private static final long ANSWER_LIMIT_NANOS = Duration.ofSeconds(10).toNanos();
  private static final long LONGEST_LATENCY_NANOS = Duration.ofMinutes(1).toNanos();

  /** Across all clients of the process, so that no id or key ever comes twice. */
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final Selector selector = Selector.open();
  private final List<LoadConnection> connections = new ArrayList<>();
  private final Histogram latencies = new Histogram(LONGEST_LATENCY_NANOS, 3);
  private long measuringSince;
  private boolean measuring;
  private boolean stopping;
  private int underWay;

  LoadClient(InetSocketAddress address, RequestTemplate template, int count) throws IOException {
    for (int i = 0; i < count; i++) {
      connections.add(new LoadConnection(address, template, selector));
    }
  }

  /** What a window saw: answers, its length, and how long each answered request had taken. */
  record Window(long requests, long nanos, Histogram latencies) {}

  /** Called on the client's thread at both edges of the measured window, the load going on. */
  interface Edge {
    void reached() throws IOException;
  }

  /** Runs up to full load, measures for the window, and waits for the last answers. */
  Window run(Duration rampUp, Duration window, Edge begin, Edge end) throws IOException {
    long started = System.nanoTime();
    for (LoadConnection connection : connections) {
      sendNext(connection, started);
    }
    serveUntil(started + rampUp.toNanos());
    begin.reached();
    measuring = true;
    measuringSince = System.nanoTime();
    serveUntil(measuringSince + window.toNanos());
    measuring = false;
    long measured = System.nanoTime() - measuringSince;
    end.reached();
    stopping = true;
    serveUntil(System.nanoTime() + ANSWER_LIMIT_NANOS);
    if (underWay > 0) {
      throw new IOException(underWay + " requests were never answered");
    }
    return new Window(latencies.getTotalCount(), measured, latencies);
  }

  @Override
  public void close() throws IOException {
    for (LoadConnection connection : connections) {
      connection.close();
    }
    selector.close();
  }

  private void serveUntil(long deadlineNanos) throws IOException {
    try {
      while (System.nanoTime() - deadlineNanos < 0 && !(stopping && underWay == 0)) {
        selector.select(this::ready, POLL_MILLIS);
      }
    } catch (UncheckedIOException failure) {
      throw failure.getCause();
    }
  }

  private void ready(SelectionKey key) {
    try {
      var connection = (LoadConnection) key.attachment();
      if (connection.receive()) {
        answered(connection);
      }
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void answered(LoadConnection connection) throws IOException {
    underWay--;
    long now = System.nanoTime();
    if (measuring) {
      latencies.recordValue(Math.min(now - connection.sentNanos(), LONGEST_LATENCY_NANOS));
    }
    if (!stopping) {
      sendNext(connection, now);
    }
  }

  private void sendNext(LoadConnection connection, long now) throws IOException {
    connection.send(RequestTemplate.number(NUMBERS.getAndIncrement()), now);
    underWay++;
  }
}
