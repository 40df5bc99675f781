package io.leasegate.bench.load;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * One keep-alive connection with at most one request under way. Every answer is checked: status,
 * id, and the end of the stub's fixed result. Bound to the client's thread.
 */
final class LoadConnection implements Closeable {
  private static final byte[] MARK = ascii(StubAnswer.RESULT_MARK);

  private final SocketChannel channel;
  private final HttpMessageReader answers = new HttpMessageReader();
  private final byte[] request;
  private final int[] places;
  private final ByteBuffer out;
  private final byte[] expectedId = ascii("\"id\":" + RequestTemplate.PLACE);
  private long sentNanos;

  LoadConnection(InetSocketAddress address, RequestTemplate template, Selector selector)
      throws IOException {
    channel = SocketChannel.open(address);
    channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ, this);
    request = template.bytes();
    places = template.places();
    out = ByteBuffer.wrap(request);
  }

  /** When the request under way was sent, on the clock of {@link System#nanoTime()}. */
  long sentNanos() {
    return sentNanos;
  }

  void send(long number, long nowNanos) throws IOException {
    for (int place : places) {
      RequestTemplate.write(request, place, number);
    }
    RequestTemplate.write(expectedId, "\"id\":".length(), number);
    sentNanos = nowNanos;
    out.rewind();
    // A request is far smaller than the socket's empty buffer, and the last answer was read.
    if (channel.write(out) != request.length) {
      throw new IOException("the server does not read its requests");
    }
  }

  /** Reads what has arrived; true when the request under way has its whole, correct answer. */
  boolean receive() throws IOException {
    if (!answers.readFrom(channel)) {
      throw new IOException("the server closed the connection after: " + answers.excerpt());
    }
    if (!answers.hasMessage()) {
      return false;
    }
    if (answers.status() != 200 || !bodyHas(expectedId) || !bodyHas(MARK)) {
      throw new IOException("a wrong answer: " + answers.excerpt());
    }
    answers.next();
    return true;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }

  private boolean bodyHas(byte[] wanted) {
    byte[] bytes = answers.bytes();
    int last = answers.bodyEnd() - wanted.length;
    for (int i = answers.bodyStart(); i <= last; i++) {
      if (bytes[i] == wanted[0] && matches(bytes, i, wanted)) {
        return true;
      }
    }
    return false;
  }

  private static boolean matches(byte[] bytes, int at, byte[] wanted) {
    for (int i = 1; i < wanted.length; i++) {
      if (bytes[at + i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
