package io.leasegate.upstream.channel;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Splits a stream of bytes into lines and keeps no more than one line of a bounded length. */
final class LineSplitter {

  /** Takes the lines, without their ends. */
  interface Sink {
    /** A line; the array is the sink's to keep. Never empty. */
    void line(byte[] line) throws InterruptedException;

    /** A longer line begins; {@code head} are its first bytes, valid during the call. */
    void longLine(byte[] head, int length);

    /** More of the longer line, valid during the call. */
    void longLineMore(byte[] bytes, int from, int to);

    /** The longer line is over. */
    void longLineEnd() throws InterruptedException;
  }

  private static final int CHUNK = 64 * 1024;
  private static final int SMALL = 4 * 1024;

  private final int maxLine;
  private final Sink sink;
  private byte[] line = new byte[SMALL];
  private int length;
  private boolean isLong;

  /**
   * @param maxLine bytes of the longest line that is kept
   */
  LineSplitter(int maxLine, Sink sink) {
    this.maxLine = maxLine;
    this.sink = sink;
  }

  /** Reads to the end of the stream; a last line without an end counts. */
  void readAll(InputStream in) throws IOException, InterruptedException {
    byte[] chunk = new byte[CHUNK];
    for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
      split(chunk, n);
    }
    if (length > 0 || isLong) {
      endLine();
    }
  }

  private void split(byte[] chunk, int n) throws InterruptedException {
    int from = 0;
    for (int i = 0; i < n; i++) {
      if (chunk[i] == '\n') {
        append(chunk, from, i);
        endLine();
        from = i + 1;
      }
    }
    append(chunk, from, n);
  }

  private void append(byte[] chunk, int from, int to) {
    int more = to - from;
    if (isLong) {
      sink.longLineMore(chunk, from, to);
      return;
    }
    if (more > maxLine - length) {
      int fill = Math.max(0, Math.min(line.length, maxLine) - length);
      System.arraycopy(chunk, from, line, length, fill);
      isLong = true;
      sink.longLine(line, length + fill);
      sink.longLineMore(chunk, from + fill, to);
      line = new byte[SMALL];
      length = 0;
      return;
    }
    if (more > line.length - length) {
      long grown = Math.max(line.length * 2L, (long) length + more);
      line = Arrays.copyOf(line, (int) Math.min(grown, maxLine));
    }
    System.arraycopy(chunk, from, line, length, more);
    length += more;
  }

  private void endLine() throws InterruptedException {
    if (isLong) {
      isLong = false;
      sink.longLineEnd();
      return;
    }
    int end = length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    length = 0;
    if (end > 0) {
      byte[] whole = Arrays.copyOf(line, end);
      if (line.length > CHUNK) {
        line = new byte[SMALL]; // a rare long line does not hold its memory
      }
      sink.line(whole);
    }
  }
}
