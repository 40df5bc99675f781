package io.leasegate.jsonrpc;

import java.util.Arrays;

/** Bytes that are appended to, and cut off again. Not shared between threads. */
final class GrowingBytes {

  private byte[] bytes;
  private int size;

  GrowingBytes(int capacity) {
    this.bytes = new byte[Math.max(16, capacity)];
  }

  void append(int b) {
    room(1);
    bytes[size++] = (byte) b;
  }

  void append(byte[] source, int from, int to) {
    room(to - from);
    System.arraycopy(source, from, bytes, size, to - from);
    size += to - from;
  }

  /** For ASCII only. */
  void append(String ascii) {
    for (int i = 0; i < ascii.length(); i++) {
      append(ascii.charAt(i));
    }
  }

  /** Forgets all from that length on. */
  void cut(int length) {
    size = length;
  }

  int size() {
    return size;
  }

  /** The array behind, of which {@link #size()} bytes count, until the next change. */
  byte[] array() {
    return bytes;
  }

  byte[] copy(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
    }
  }
}
