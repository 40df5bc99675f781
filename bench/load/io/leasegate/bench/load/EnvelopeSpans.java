package io.leasegate.bench.load;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Finds the values of {@code id} and {@code method} in the outermost object of a JSON-RPC message
 * by stepping over its bytes once, without decoding anything. Bound to one thread; reused.
 */
final class EnvelopeSpans {
  private static final byte[] ID = "\"id\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] METHOD = "\"method\"".getBytes(StandardCharsets.US_ASCII);

  private int idStart;
  private int idEnd;
  private int methodStart;
  private int methodEnd;

  /** Scans until both members are found or the message ends. */
  void scan(byte[] json, int from, int to) {
    idStart = idEnd = methodStart = methodEnd = 0;
    int depth = 0;
    int i = from;
    while (i < to && (idEnd == 0 || methodEnd == 0)) {
      byte b = json[i];
      if (b == '"') {
        int close = stringEnd(json, i, to);
        i = depth == 1 ? member(json, i, close, to) : close;
        continue;
      }
      if (b == '{' || b == '[') {
        depth++;
      } else if (b == '}' || b == ']') {
        depth--;
      }
      i++;
    }
  }

  boolean hasId() {
    return idEnd > 0;
  }

  int idStart() {
    return idStart;
  }

  int idEnd() {
    return idEnd;
  }

  /** Whether the method is this one. */
  boolean methodIs(byte[] json, byte[] name) {
    return Arrays.equals(json, methodStart, methodEnd, name, 0, name.length);
  }

  /** Records the member whose name is this string, and answers where to go on. */
  private int member(byte[] json, int open, int close, int to) {
    boolean id = Arrays.equals(json, open, close, ID, 0, ID.length);
    boolean method = !id && Arrays.equals(json, open, close, METHOD, 0, METHOD.length);
    int value = skip(json, close, to);
    if (value >= to || json[value] != ':' || !(id || method)) {
      return close;
    }
    value = skip(json, value + 1, to);
    int valueEnd = valueEnd(json, value, to);
    if (id) {
      idStart = value;
      idEnd = valueEnd;
    } else {
      methodStart = value + 1;
      methodEnd = valueEnd - 1;
    }
    return valueEnd;
  }

  private static int valueEnd(byte[] json, int value, int to) {
    if (value < to && json[value] == '"') {
      return stringEnd(json, value, to);
    }
    int i = value;
    while (i < to && json[i] != ',' && json[i] != '}' && json[i] > ' ') {
      i++;
    }
    return i;
  }

  /** The index after the closing quote of the string that opens here. */
  private static int stringEnd(byte[] json, int open, int to) {
    int i = open + 1;
    while (i < to && json[i] != '"') {
      i += json[i] == '\\' ? 2 : 1;
    }
    return Math.min(i + 1, to);
  }

  private static int skip(byte[] json, int from, int to) {
    int i = from;
    while (i < to && json[i] <= ' ') {
      i++;
    }
    return i;
  }
}
