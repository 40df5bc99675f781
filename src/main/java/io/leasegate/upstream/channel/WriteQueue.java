package io.leasegate.upstream.channel;

import io.leasegate.core.time.NanoClock;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Messages on their way into a child's stdin, one a line. The event loop puts them in, a thread of
 * its own writes them: a child that does not read blocks only that thread.
 */
final class WriteQueue {

  private static final byte[] LAST = {};

  private final LinkedBlockingQueue<Entry> entries;
  private final long maxBytes;
  private final NanoClock clock;
  private final AtomicLong bytes = new AtomicLong();
  private volatile boolean finished;

  WriteQueue(int maxMessages, long maxBytes, NanoClock clock) {
    this.entries = new LinkedBlockingQueue<>(maxMessages);
    this.maxBytes = maxBytes;
    this.clock = clock;
  }

  private enum Fate {
    WAITS,
    /** Is written, or was, in whole or in part. */
    WRITTEN,
    /** Was never written and never will be. */
    WITHDRAWN
  }

  /** One message. Whoever decides its fate first has decided it. */
  private final class Entry implements MessageChannel.Sending {
    private final byte[] line;
    private final long sendBy;
    private final AtomicReference<Fate> fate = new AtomicReference<>(Fate.WAITS);

    Entry(byte[] line, long sendBy) {
      this.line = line;
      this.sendBy = sendBy;
    }

    @Override
    public boolean withdraw() {
      fate.compareAndSet(Fate.WAITS, Fate.WITHDRAWN);
      boolean withdrawn = fate.get() == Fate.WITHDRAWN;
      if (withdrawn && entries.remove(this)) {
        bytes.addAndGet(-line.length);
      }
      return withdrawn;
    }

    /** The last look before it is written: whether it may be. */
    boolean leaves() {
      boolean late = sendBy != Long.MAX_VALUE && clock.nanoTime() - sendBy >= 0;
      return fate.compareAndSet(Fate.WAITS, late ? Fate.WITHDRAWN : Fate.WRITTEN) && !late;
    }
  }

  /** Takes a message, or answers null when a bound is reached or the queue is finished. */
  MessageChannel.@Nullable Sending offer(Buffer message, long sendBy) {
    int length = message.length() + 1;
    if (finished || bytes.get() + length > maxBytes) {
      return null;
    }
    Entry entry = new Entry(asLine(message, length), sendBy);
    bytes.addAndGet(length);
    if (entries.offer(entry)) {
      return entry;
    }
    bytes.addAndGet(-length);
    return null;
  }

  /** Drops what waits; {@link #writeAll} returns once its current write is over. */
  void finish() {
    finished = true;
    entries.clear();
    boolean taken = entries.offer(new Entry(LAST, Long.MAX_VALUE));
    if (!taken) {
      throw new AssertionError("a queue with room for nothing");
    }
  }

  /** Writes until the queue is finished, and closes the stream. */
  void writeAll(OutputStream out) throws IOException, InterruptedException {
    try (out) {
      while (!finished) {
        Entry entry = entries.take();
        if (entry.line == LAST) {
          return;
        }
        bytes.addAndGet(-entry.line.length);
        if (entry.leaves()) {
          out.write(entry.line);
        }
        if (entries.isEmpty()) {
          out.flush();
        }
      }
    }
  }

  /** Line ends inside of JSON are white space between tokens, but here they would end it. */
  private static byte[] asLine(Buffer message, int length) {
    byte[] line = new byte[length];
    message.getBytes(line);
    for (int i = 0; i < length - 1; i++) {
      if (line[i] == '\n' || line[i] == '\r') {
        line[i] = ' ';
      }
    }
    line[length - 1] = '\n';
    return line;
  }
}
