package io.leasegate.jsonrpc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A walk over the tokens of one JSON text in a byte array, which knows where each token lies.
 *
 * <p>Strict RFC 8259, UTF-8 only. Nothing is converted: numbers of any length pass. Not reusable,
 * not shared between threads.
 */
final class JsonCursor implements AutoCloseable {

  /** A text that cannot be walked further; the message fits into an error answer. */
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;
    final boolean tooDeep;

    Unreadable(String message, boolean tooDeep) {
      super(message, null, false, false);
      this.tooDeep = tooDeep;
    }
  }

  static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .disable(JsonFactory.Feature.CHARSET_DETECTION)
          .streamReadConstraints(
              // bodies are bounded in bytes and depth before and while they are walked
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .build())
          .build();

  /** Longer names are hardly ever members that come again. */
  private static final int COMMON_NAME_LENGTH = 64;

  private final JsonParser parser;
  private final byte[] bytes;
  private final int base;
  private final int end;
  private final int maxDepth;
  private int depth;

  /** Whether the parser's table of names holds some that must not outlive this text. */
  private boolean strangeNames;

  JsonCursor(byte[] bytes, int from, int to, int maxDepth) throws IOException {
    this.parser = FACTORY.createParser(bytes, from, to - from);
    this.bytes = bytes;
    this.end = to;
    // the parser counts from its own first byte
    this.base = from;
    this.maxDepth = maxDepth;
  }

  /** The next token, or null at the end of the text. */
  @Nullable JsonToken next() throws Unreadable {
    try {
      JsonToken token = parser.nextToken();
      if (token == JsonToken.START_OBJECT || token == JsonToken.START_ARRAY) {
        if (++depth > maxDepth) {
          throw new Unreadable("nested deeper than " + maxDepth + " levels", true);
        }
      } else if (token == JsonToken.END_OBJECT || token == JsonToken.END_ARRAY) {
        depth--;
      } else if (token == JsonToken.FIELD_NAME) {
        strangeNames |= parser.currentName().length() > COMMON_NAME_LENGTH;
      }
      return token;
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /** Whether nothing but space lies behind the current token, which is whole. */
  boolean isLast() throws Unreadable {
    for (int i = tokenTo(); i < end; i++) {
      if (" \t\n\r".indexOf(bytes[i]) < 0) {
        return false;
      }
    }
    return true;
  }

  /** Offset of the first byte of the current token. */
  int tokenFrom() {
    return base + (int) parser.currentTokenLocation().getByteOffset();
  }

  /** Offset behind the last byte of the current token. */
  int tokenTo() throws Unreadable {
    try {
      parser.finishToken();
      return base + (int) parser.currentLocation().getByteOffset();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  String text() throws Unreadable {
    try {
      return parser.getText();
    } catch (IOException e) {
      throw malformed(e);
    }
  }

  /** Walks to the last token of the current value. */
  void skipValue(JsonToken first) throws Unreadable {
    if (first == JsonToken.START_OBJECT || first == JsonToken.START_ARRAY) {
      int outside = depth - 1;
      while (depth > outside) {
        if (next() == null) {
          throw new Unreadable("ends in the middle", false);
        }
      }
    }
  }

  private Unreadable malformed(IOException e) {
    strangeNames = true;
    String message = e.getMessage();
    int end = message == null ? -1 : message.indexOf('\n');
    return new Unreadable(
        message == null ? "not JSON" : end < 0 ? message : message.substring(0, end), false);
  }

  /**
   * Gives the parser's buffers and names back for the next text. The factory keeps thousands of
   * names for ever, whatever their length: a parser that met strange ones is left to the collector.
   */
  @Override
  public void close() {
    if (strangeNames) {
      return;
    }
    try {
      parser.close();
    } catch (IOException e) {
      throw new AssertionError("a parser over an array has nothing to close", e);
    }
  }
}
