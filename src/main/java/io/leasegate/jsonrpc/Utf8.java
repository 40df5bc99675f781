package io.leasegate.jsonrpc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Well-formedness of UTF-8 (Unicode 15, table 3-7): no overlong forms, no surrogates. */
final class Utf8 {

  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long NOT_ASCII = 0x8080808080808080L;

  private Utf8() {}

  static boolean isWellFormed(byte[] bytes, int from, int to) {
    int i = from;
    while (i < to) {
      while (i + 8 <= to && ((long) LONGS.get(bytes, i) & NOT_ASCII) == 0) {
        i += 8;
      }
      if (i == to) {
        return true;
      }
      int lead = bytes[i];
      if (lead >= 0) {
        i++;
        continue;
      }
      int length = sequenceLength(bytes, i, to);
      if (length == 0) {
        return false;
      }
      i += length;
    }
    return true;
  }

  /** Length of the well-formed sequence of two to four bytes at that place, or 0. */
  private static int sequenceLength(byte[] bytes, int at, int to) {
    int lead = bytes[at] & 0xFF;
    int length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
    if (length == 0 || at + length > to) {
      return 0;
    }
    int second = bytes[at + 1] & 0xFF;
    int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = 2; i < length; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return length;
  }
}
