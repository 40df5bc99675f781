package io.leasegate.upstream.channel;

import io.leasegate.jsonrpc.RpcScanner;
import io.vertx.core.Context;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;

/**
 * Reads a child's stdout on a thread of its own and hands messages to the event loop. At most a
 * bounded number of bytes is on the way between the two: a loop that is busy slows the child down.
 */
final class StdoutReader implements LineSplitter.Sink {

  /** What a message costs beside its bytes. */
  private static final int OVERHEAD = 1_024;

  private static final int ON_THE_WAY = 1 << 20;

  private final LineSplitter splitter;
  private final MessageDecoder decoder;
  private final ChildLog log;
  private final Context home;
  private final ChannelListener listener;
  private final int budget;
  private final Semaphore onTheWay;

  private EnvelopeProbe probe = new EnvelopeProbe();
  private byte[] head = {};

  StdoutReader(
      int maxLine, RpcScanner scanner, ChildLog log, Context home, ChannelListener listener) {
    this.splitter = new LineSplitter(maxLine, this);
    this.decoder = new MessageDecoder(scanner);
    this.log = log;
    this.home = home;
    this.listener = listener;
    this.budget =
        Math.max(ON_THE_WAY, (int) Math.min(maxLine + (long) OVERHEAD, Integer.MAX_VALUE));
    this.onTheWay = new Semaphore(budget);
  }

  void readAll(InputStream in) throws IOException, InterruptedException {
    splitter.readAll(in);
  }

  @Override
  public void line(byte[] line) throws InterruptedException {
    List<Incoming> found = decoder.decode(line);
    if (found.isEmpty()) {
      log.skipped(line, line.length);
    } else {
      deliver(found, line.length + OVERHEAD);
    }
  }

  private void deliver(List<Incoming> found, int cost) throws InterruptedException {
    int permits = cost < 0 ? budget : Math.min(cost, budget);
    onTheWay.acquire(permits);
    home.runOnContext(
        ignored -> {
          try {
            found.forEach(listener::onIncoming);
          } finally {
            onTheWay.release(permits);
          }
        });
  }

  @Override
  public void longLine(byte[] bytes, int length) {
    probe = new EnvelopeProbe();
    probe.feed(bytes, 0, length);
    head = Arrays.copyOf(bytes, Math.min(length, ChildLog.MAX_LINE));
  }

  @Override
  public void longLineMore(byte[] bytes, int from, int to) {
    probe.feed(bytes, from, to);
  }

  @Override
  public void longLineEnd() throws InterruptedException {
    long id = probe.answeredId();
    if (id >= 0) {
      deliver(List.of(new Incoming.Oversize(id)), OVERHEAD);
    } else {
      log.skipped(head, head.length);
    }
  }
}
