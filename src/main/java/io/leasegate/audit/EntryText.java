package io.leasegate.audit;

import java.util.Arrays;
import java.util.Collection;
import java.util.Map;
import java.util.TreeMap;

/**
 * JSON in the form of RFC 8785, written straight to bytes. Not shared between threads.
 *
 * <p>Half a surrogate pair, which the RFC does not allow, becomes U+FFFD.
 */
final class EntryText {

  private static final long LARGEST = (1L << 53) - 1;
  private static final String HEX = "0123456789abcdef";

  private byte[] bytes = new byte[1024];
  private int size;

  int size() {
    return size;
  }

  /** The array behind, of which {@link #size()} bytes count, until the next change. */
  byte[] array() {
    return bytes;
  }

  void clear() {
    size = 0;
  }

  void ascii(String text) {
    int length = text.length();
    room(length);
    for (int i = 0; i < length; i++) {
      bytes[size++] = (byte) text.charAt(i);
    }
  }

  void ascii(char c) {
    room(1);
    bytes[size++] = (byte) c;
  }

  /** Any value that a draft takes. */
  void value(Object value) {
    if (value instanceof String text) {
      string(text);
    } else if (value instanceof Map<?, ?> members) {
      object(members);
    } else if (value instanceof Collection<?> items) {
      array(items);
    } else if (value instanceof Long || value instanceof Integer) {
      number(((Number) value).longValue());
    } else if (value instanceof Boolean) {
      ascii(value.toString());
    } else {
      throw new IllegalArgumentException("an entry cannot say " + value.getClass());
    }
  }

  /** RFC 8785 knows numbers that a double holds exactly; larger ones are said as texts. */
  private void number(long number) {
    String digits = Long.toString(number);
    if (number >= -LARGEST && number <= LARGEST) {
      ascii(digits);
    } else {
      string(digits);
    }
  }

  private void object(Map<?, ?> members) {
    ascii('{');
    boolean first = true;
    for (Map.Entry<?, ?> member : new TreeMap<>(members).entrySet()) {
      if (!first) {
        ascii(',');
      }
      first = false;
      string((String) member.getKey());
      ascii(':');
      value(member.getValue());
    }
    ascii('}');
  }

  private void array(Collection<?> items) {
    ascii('[');
    boolean first = true;
    for (Object item : items) {
      if (!first) {
        ascii(',');
      }
      first = false;
      value(item);
    }
    ascii(']');
  }

  void string(String text) {
    int length = text.length();
    room(Math.addExact(Math.multiplyExact(length, 6), 2)); // the longest: an escape for each
    bytes[size++] = '"';
    for (int i = 0; i < length; i++) {
      char c = text.charAt(i);
      if (c >= ' ' && c < 0x80 && c != '"' && c != '\\') {
        bytes[size++] = (byte) c;
      } else if (c < 0x80) {
        escape(c);
      } else if (Character.isHighSurrogate(c)
          && i + 1 < length
          && Character.isLowSurrogate(text.charAt(i + 1))) {
        i++;
        utf8(Character.toCodePoint(c, text.charAt(i)));
      } else {
        utf8(Character.isSurrogate(c) ? 0xFFFD : c);
      }
    }
    bytes[size++] = '"';
  }

  private void escape(char c) {
    bytes[size++] = '\\';
    switch (c) {
      case '"', '\\' -> bytes[size++] = (byte) c;
      case '\b' -> bytes[size++] = 'b';
      case '\f' -> bytes[size++] = 'f';
      case '\n' -> bytes[size++] = 'n';
      case '\r' -> bytes[size++] = 'r';
      case '\t' -> bytes[size++] = 't';
      default -> {
        bytes[size++] = 'u';
        bytes[size++] = '0';
        bytes[size++] = '0';
        bytes[size++] = (byte) HEX.charAt(c >> 4);
        bytes[size++] = (byte) HEX.charAt(c & 0xF);
      }
    }
  }

  private void utf8(int c) {
    if (c < 0x800) {
      bytes[size++] = (byte) (0xC0 | (c >> 6));
    } else if (c < 0x10000) {
      bytes[size++] = (byte) (0xE0 | (c >> 12));
      bytes[size++] = (byte) (0x80 | ((c >> 6) & 0x3F));
    } else {
      bytes[size++] = (byte) (0xF0 | (c >> 18));
      bytes[size++] = (byte) (0x80 | ((c >> 12) & 0x3F));
      bytes[size++] = (byte) (0x80 | ((c >> 6) & 0x3F));
    }
    bytes[size++] = (byte) (0x80 | (c & 0x3F));
  }

  private void room(int more) {
    if (bytes.length - size < more) {
      bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, Math.addExact(size, more)));
    }
  }
}
