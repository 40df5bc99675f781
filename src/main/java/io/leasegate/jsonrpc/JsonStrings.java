package io.leasegate.jsonrpc;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** JSON strings as bytes, both ways. */
public final class JsonStrings {

  private JsonStrings() {}

  /**
   * The text as a JSON string, quotes included, in UTF-8. Half a surrogate pair, which JSON can
   * spell and UTF-8 cannot, comes out as the escape that it came in as.
   */
  public static byte[] quote(String text) {
    if (!isWellFormed(text)) {
      return quoteEscaped(text);
    }
    byte[] inner = JsonStringEncoder.getInstance().quoteAsUTF8(text);
    byte[] quoted = new byte[inner.length + 2];
    quoted[0] = '"';
    System.arraycopy(inner, 0, quoted, 1, inner.length);
    quoted[quoted.length - 1] = '"';
    return quoted;
  }

  private static boolean isWellFormed(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (Character.isSurrogate(text.charAt(i))) {
        if (!isPair(text, i)) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  private static boolean isPair(String text, int at) {
    return at + 1 < text.length()
        && Character.isSurrogatePair(text.charAt(at), text.charAt(at + 1));
  }

  private static byte[] quoteEscaped(String text) {
    StringBuilder quoted = new StringBuilder("\"");
    int from = 0;
    for (int i = 0; i < text.length(); i++) {
      if (!Character.isSurrogate(text.charAt(i))) {
        continue;
      }
      if (isPair(text, i)) {
        i++;
        continue;
      }
      appendEscaped(quoted, text.substring(from, i));
      quoted.append(String.format("\\u%04x", (int) text.charAt(i)));
      from = i + 1;
    }
    appendEscaped(quoted, text.substring(from));
    return quoted.append('"').toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void appendEscaped(StringBuilder to, String text) {
    JsonStringEncoder.getInstance().quoteAsString(text, to);
  }

  /** The text of a JSON string whose well-formedness was established by a scan. */
  static String decode(byte[] bytes, int from, int to) {
    boolean plain = true;
    for (int i = from + 1; i < to - 1 && plain; i++) {
      plain = bytes[i] != '\\';
    }
    if (plain) {
      return new String(bytes, from + 1, to - from - 2, StandardCharsets.UTF_8);
    }
    try (JsonCursor cursor = new JsonCursor(bytes, from, to, 1)) {
      if (cursor.next() != JsonToken.VALUE_STRING) {
        throw new IllegalArgumentException("not a JSON string");
      }
      return cursor.text();
    } catch (IOException | JsonCursor.Unreadable e) {
      throw new IllegalArgumentException("not a JSON string", e);
    }
  }
}
