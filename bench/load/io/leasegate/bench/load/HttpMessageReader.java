package io.leasegate.bench.load;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Collects one HTTP/1.1 message after another from a channel and finds its start line and body. It
 * knows Content-Length and chunked bodies and nothing else: both ends of the harness use it so that
 * neither costs more than what is measured. Bound to one thread.
 */
final class HttpMessageReader {
  private static final int MAX_MESSAGE = 4 * 1024 * 1024;
  private static final byte[] CONTENT_LENGTH = ascii("content-length:");
  private static final byte[] TRANSFER_ENCODING = ascii("transfer-encoding:");

  private byte[] bytes = new byte[16 * 1024];
  private ByteBuffer view = ByteBuffer.wrap(bytes);
  private int end;
  private int bodyStart;
  private int bodyEnd;
  private int messageEnd;

  /** Reads what has arrived; false when the other side has closed. */
  boolean readFrom(SocketChannel channel) throws IOException {
    if (end == bytes.length) {
      grow();
    }
    view.limit(bytes.length).position(end);
    int count = channel.read(view);
    if (count < 0) {
      return false;
    }
    end += count;
    return true;
  }

  /** Whether a whole message is there; its parts stay valid until {@link #next()}. */
  boolean hasMessage() throws IOException {
    int line = lineAfter(0);
    int contentLength = 0;
    boolean chunked = false;
    while (line >= 0 && line < end && bytes[line] != '\r') {
      if (nameAt(line, CONTENT_LENGTH)) {
        contentLength = decimalAt(line + CONTENT_LENGTH.length);
      } else if (nameAt(line, TRANSFER_ENCODING)) {
        chunked = true;
      }
      line = lineAfter(line);
    }
    if (line < 0 || line + 2 > end) {
      return false;
    }
    bodyStart = line + 2;
    if (chunked) {
      return joinChunks();
    }
    bodyEnd = bodyStart + contentLength;
    messageEnd = bodyEnd;
    return messageEnd <= end;
  }

  /** Forgets the current message and keeps what came after it. */
  void next() {
    System.arraycopy(bytes, messageEnd, bytes, 0, end - messageEnd);
    end -= messageEnd;
    messageEnd = 0;
  }

  /** The status of a response. */
  int status() {
    return decimalAt("HTTP/1.1".length());
  }

  /** The first letter of a request's method. */
  char methodInitial() {
    return (char) bytes[0];
  }

  byte[] bytes() {
    return bytes;
  }

  int bodyStart() {
    return bodyStart;
  }

  int bodyEnd() {
    return bodyEnd;
  }

  /** What has arrived so far, for a failure's message. */
  String excerpt() {
    return new String(bytes, 0, Math.min(end, 600), StandardCharsets.UTF_8);
  }

  /** Moves the chunks of a complete body together; changes nothing while the body is incomplete. */
  private boolean joinChunks() throws IOException {
    int chunk = bodyStart;
    int size = chunkSizeAt(chunk);
    while (size > 0) {
      chunk = lineAfter(chunk) + size + 2;
      size = chunkSizeAt(chunk);
    }
    int last = size == 0 ? lineAfter(chunk) + 2 : -1;
    if (size < 0 || last > end) {
      return false;
    }
    messageEnd = last;
    bodyEnd = bodyStart;
    chunk = bodyStart;
    size = chunkSizeAt(chunk);
    while (size > 0) {
      int data = lineAfter(chunk);
      int following = data + size + 2;
      int followingSize = chunkSizeAt(following);
      System.arraycopy(bytes, data, bytes, bodyEnd, size);
      bodyEnd += size;
      chunk = following;
      size = followingSize;
    }
    return true;
  }

  /** The size in the chunk line at this index, -1 while that line is incomplete. */
  private int chunkSizeAt(int index) throws IOException {
    if (lineAfter(index) < 0) {
      return -1;
    }
    int size = 0;
    int at = index;
    while (Character.digit(bytes[at], 16) >= 0) {
      size = size * 16 + Character.digit(bytes[at++], 16);
    }
    if (at == index || size > MAX_MESSAGE) {
      throw new IOException("not a chunk size");
    }
    return size;
  }

  private int lineAfter(int index) {
    for (int i = index; i < end; i++) {
      if (bytes[i] == '\n') {
        return i + 1;
      }
    }
    return -1;
  }

  private boolean nameAt(int index, byte[] lowerCaseName) {
    if (index + lowerCaseName.length > end) {
      return false;
    }
    for (int i = 0; i < lowerCaseName.length; i++) {
      if ((bytes[index + i] | 0x20) != (lowerCaseName[i] | 0x20)) {
        return false;
      }
    }
    return true;
  }

  private int decimalAt(int index) {
    int at = index;
    while (bytes[at] == ' ') {
      at++;
    }
    int value = 0;
    while (bytes[at] >= '0' && bytes[at] <= '9') {
      value = value * 10 + (bytes[at++] - '0');
    }
    return value;
  }

  private void grow() throws IOException {
    if (bytes.length >= MAX_MESSAGE) {
      throw new IOException("a message over " + MAX_MESSAGE + " bytes");
    }
    bytes = Arrays.copyOf(bytes, bytes.length * 2);
    view = ByteBuffer.wrap(bytes);
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
