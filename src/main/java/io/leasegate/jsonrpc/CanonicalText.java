package io.leasegate.jsonrpc;

/**
 * JSON strings with no more escapes than RFC 8785 (3.2.2.2) has: for the quote, the backslash and
 * what is below the space; everything else is UTF-8.
 *
 * <p>Half a surrogate pair, which the RFC does not allow and JSON can spell, gets the three bytes
 * that its number would have, as no well-formed text does: two texts never become one.
 */
final class CanonicalText {

  private static final String HEX = "0123456789abcdef";

  private CanonicalText() {}

  /** Appends a text as a JSON string. */
  static void append(String text, GrowingBytes out) {
    out.append('"');
    text.codePoints().forEach(c -> appendCharacter(c, out));
    out.append('"');
  }

  /**
   * Appends the well-formed JSON string whose opening quote lies there.
   *
   * @return the offset behind its closing quote
   */
  static int append(byte[] bytes, int from, GrowingBytes out) {
    int kept = from;
    int at = from + 1;
    while (bytes[at] != '"') {
      if (bytes[at] == '\\') {
        out.append(bytes, kept, at);
        at = appendEscape(bytes, at, out);
        kept = at;
      } else {
        at++;
      }
    }
    out.append(bytes, kept, at + 1);
    return at + 1;
  }

  private static int appendEscape(byte[] bytes, int at, GrowingBytes out) {
    int kind = bytes[at + 1];
    if (kind != 'u') {
      appendCharacter(named(kind), out);
      return at + 2;
    }
    char c = hex(bytes, at + 2);
    int next = at + 6;
    if (Character.isHighSurrogate(c) && bytes[next] == '\\' && bytes[next + 1] == 'u') {
      char low = hex(bytes, next + 2);
      if (Character.isLowSurrogate(low)) {
        appendCharacter(Character.toCodePoint(c, low), out);
        return next + 6;
      }
    }
    appendCharacter(c, out);
    return next;
  }

  private static int named(int kind) {
    return switch (kind) {
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      default -> kind;
    };
  }

  private static char hex(byte[] bytes, int at) {
    int value = 0;
    for (int i = at; i < at + 4; i++) {
      value = (value << 4) | Character.digit(bytes[i], 16);
    }
    return (char) value;
  }

  private static void appendCharacter(int c, GrowingBytes out) {
    switch (c) {
      case '"' -> out.append("\\\"");
      case '\\' -> out.append("\\\\");
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (c < ' ') {
          out.append("\\u00");
          out.append(HEX.charAt(c >> 4));
          out.append(HEX.charAt(c & 0xF));
        } else {
          appendUtf8(c, out);
        }
      }
    }
  }

  private static void appendUtf8(int c, GrowingBytes out) {
    if (c < 0x80) {
      out.append(c);
    } else if (c < 0x800) {
      out.append(0xC0 | (c >> 6));
      out.append(0x80 | (c & 0x3F));
    } else {
      if (c < 0x10000) {
        out.append(0xE0 | (c >> 12));
      } else {
        out.append(0xF0 | (c >> 18));
        out.append(0x80 | ((c >> 12) & 0x3F));
      }
      out.append(0x80 | ((c >> 6) & 0x3F));
      out.append(0x80 | (c & 0x3F));
    }
  }
}
