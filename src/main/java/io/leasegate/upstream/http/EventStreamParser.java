package io.leasegate.upstream.http;

import io.vertx.core.buffer.Buffer;
import java.util.Arrays;
import java.util.function.Consumer;

/**
 * Takes a {@code text/event-stream} apart as it comes (WHATWG HTML, section 9.2.6). Only the data
 * of events is of interest. Bounded: an event over the limit ends the parser.
 */
final class EventStreamParser {

  private static final byte[] DATA = {'d', 'a', 't', 'a'};

  private final long maxEventBytes;
  private final Consumer<byte[]> onEvent;
  private final Runnable onTooLarge;
  private byte[] line = new byte[512];
  private int lineSize;
  private byte[] data = new byte[512];
  private int dataSize;
  private boolean hasData;
  private boolean skipLineFeed;
  private boolean ended;

  EventStreamParser(long maxEventBytes, Consumer<byte[]> onEvent, Runnable onTooLarge) {
    this.maxEventBytes = maxEventBytes;
    this.onEvent = onEvent;
    this.onTooLarge = onTooLarge;
  }

  /** Takes what came; events are told before this returns. */
  void take(Buffer chunk) {
    byte[] bytes = chunk.getBytes();
    int start = 0;
    for (int i = 0; i < bytes.length && !ended; i++) {
      byte b = bytes[i];
      if (b != '\n' && b != '\r') {
        skipLineFeed = false;
        continue;
      }
      if (b == '\n' && skipLineFeed) {
        skipLineFeed = false;
        start = i + 1;
        continue;
      }
      append(bytes, start, i);
      endLine();
      skipLineFeed = b == '\r';
      start = i + 1;
    }
    if (!ended) {
      append(bytes, start, bytes.length);
    }
  }

  private void append(byte[] bytes, int from, int to) {
    if (lineSize + (to - from) + (long) dataSize > maxEventBytes) {
      ended = true;
      onTooLarge.run();
      return;
    }
    line = room(line, lineSize, to - from);
    System.arraycopy(bytes, from, line, lineSize, to - from);
    lineSize += to - from;
  }

  private void endLine() {
    if (ended) {
      return;
    }
    if (lineSize == 0) {
      if (hasData) {
        byte[] event = Arrays.copyOf(data, dataSize);
        dataSize = 0;
        hasData = false;
        onEvent.accept(event);
      }
      return;
    }
    int value = DATA.length;
    if (lineSize >= value && Arrays.equals(line, 0, value, DATA, 0, value)) {
      if (lineSize == value) {
        addData(value);
      } else if (line[value] == ':') {
        addData(lineSize > value + 1 && line[value + 1] == ' ' ? value + 2 : value + 1);
      }
    }
    lineSize = 0;
  }

  private void addData(int from) {
    int length = lineSize - from;
    data = room(data, dataSize, length + 1);
    if (hasData) {
      data[dataSize++] = '\n';
    }
    System.arraycopy(line, from, data, dataSize, length);
    dataSize += length;
    hasData = true;
  }

  private static byte[] room(byte[] array, int size, int more) {
    return size + more <= array.length
        ? array
        : Arrays.copyOf(array, Math.max(array.length * 2, size + more));
  }
}
