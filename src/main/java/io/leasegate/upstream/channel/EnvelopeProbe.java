package io.leasegate.upstream.channel;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * Finds out which request a piece of text was meant to answer when it is too long to keep or cannot
 * be parsed, in constant space.
 *
 * <p>It looks at the outermost object only and forgives everything else. What is not clearly a
 * JSON-RPC response under a whole number answers -1: a log line that mentions an id must not end
 * the call of that id. Names written with escapes are not recognised.
 */
final class EnvelopeProbe {

  private static final int LONGEST = 18;

  /** Outside of the object for good: no text is nested deep enough to come back from here. */
  private static final int NOWHERE = Integer.MIN_VALUE;

  private final byte[] token = new byte[LONGEST];
  private int length;
  private int depth;
  private boolean begun;
  private boolean inString;
  private boolean escaped;
  private boolean inValue;
  private boolean tokenUsable;
  private String name = "";
  private long id = -1;
  private boolean versioned;
  private boolean answers;
  private boolean asks;

  /** Goes on with the bytes {@code [from, to)}. */
  void feed(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (inString) {
        string(bytes[i]);
      } else {
        structure(bytes[i]);
      }
    }
  }

  /** The id of the request that this answers, or -1. */
  long answeredId() {
    return versioned && answers && !asks ? id : -1;
  }

  private void string(byte c) {
    if (escaped) {
      escaped = false;
    } else if (c == '\\') {
      escaped = true;
      tokenUsable = false;
    } else if (c == '"') {
      inString = false;
      if (depth == 1 && !inValue) {
        name = text();
      }
    } else if (depth == 1 && !inValue) {
      keep(c);
    }
  }

  private void structure(byte c) {
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      return;
    }
    if (!begun && c != '{') {
      depth = NOWHERE;
    }
    begun = true;
    switch (c) {
      case '"' -> {
        inString = true;
        if (inValue) {
          tokenUsable = false; // a string is no id of ours
        } else {
          startToken();
        }
      }
      case ':' -> {
        if (depth == 1) {
          inValue = true;
          startToken();
          note();
        }
      }
      case ',' -> endMember();
      case '{', '[' -> {
        depth++;
        tokenUsable = false;
      }
      case '}', ']' -> {
        endMember();
        depth = depth == 1 ? NOWHERE : depth - 1;
      }
      default -> {
        if (depth == 1 && inValue) {
          keep(c);
        }
      }
    }
  }

  private void startToken() {
    length = 0;
    tokenUsable = true;
  }

  private void keep(byte c) {
    if (length < LONGEST) {
      token[length++] = c;
    } else {
      tokenUsable = false;
    }
  }

  private String text() {
    return tokenUsable ? new String(token, 0, length, US_ASCII) : "";
  }

  private void note() {
    versioned |= name.equals("jsonrpc");
    asks |= name.equals("method");
    answers |= name.equals("result") || name.equals("error");
  }

  private void endMember() {
    if (depth == 1) {
      if (inValue && name.equals("id")) {
        id = number(text());
      }
      inValue = false;
      name = "";
    }
  }

  /** The value of a plain whole number of up to 18 digits, else -1. */
  static long number(String text) {
    if (text.isEmpty() || text.length() > LONGEST) {
      return -1;
    }
    long value = 0;
    for (int i = 0; i < text.length(); i++) {
      int digit = text.charAt(i) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      value = value * 10 + digit;
    }
    return value;
  }
}
