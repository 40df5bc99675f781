package io.leasegate.upstream.channel;

import java.io.IOException;
import java.io.InputStream;

/** Reads a child's stderr on a thread of its own, to its end, whatever comes: into the log. */
final class StderrReader implements LineSplitter.Sink {

  private final LineSplitter splitter = new LineSplitter(ChildLog.MAX_LINE, this);
  private final ChildLog log;

  StderrReader(ChildLog log) {
    this.log = log;
  }

  void readAll(InputStream in) throws IOException, InterruptedException {
    splitter.readAll(in);
  }

  @Override
  public void line(byte[] line) {
    log.stderr(line, line.length);
  }

  @Override
  public void longLine(byte[] head, int length) {
    if (length > 0) {
      log.stderr(head, length);
    }
  }

  /** The start of a line that long says enough; where it came in one piece, that is the start. */
  @Override
  public void longLineMore(byte[] bytes, int from, int to) {}

  @Override
  public void longLineEnd() {}
}
