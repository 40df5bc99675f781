package io.leasegate.jsonrpc;

import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** JSON strings as bytes, both ways. */
public final class JsonStrings {

  private JsonStrings() {}

  /** The text as a JSON string, quotes included, in UTF-8. */
  public static byte[] quote(String text) {
    byte[] inner = JsonStringEncoder.getInstance().quoteAsUTF8(text);
    byte[] quoted = new byte[inner.length + 2];
    quoted[0] = '"';
    System.arraycopy(inner, 0, quoted, 1, inner.length);
    quoted[quoted.length - 1] = '"';
    return quoted;
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
