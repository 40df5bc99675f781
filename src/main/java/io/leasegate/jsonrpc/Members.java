package io.leasegate.jsonrpc;

import java.util.Arrays;

/**
 * The members of one JSON object inside a larger byte array: their names and where they lie.
 *
 * <p>All positions are byte offsets into the array that was scanned, ends exclusive. Names are
 * decoded (escapes resolved), so two spellings of one name are equal here.
 */
public final class Members {

  private static final int INTS = 4;

  private final int from;
  private int to;
  private int size;
  private String[] names = new String[8];
  private int[] positions = new int[8 * INTS];

  Members(int from) {
    this.from = from;
  }

  void add(String name, int nameFrom, int valueFrom, int valueTo, int kind) {
    if (size == names.length) {
      names = Arrays.copyOf(names, size * 2);
      positions = Arrays.copyOf(positions, size * 2 * INTS);
    }
    names[size] = name;
    int at = size * INTS;
    positions[at] = nameFrom;
    positions[at + 1] = valueFrom;
    positions[at + 2] = valueTo;
    positions[at + 3] = kind;
    size++;
  }

  void end(int end) {
    this.to = end;
  }

  /** Offset of the opening brace. */
  public int from() {
    return from;
  }

  /** Offset behind the closing brace. */
  public int to() {
    return to;
  }

  public int size() {
    return size;
  }

  public String name(int index) {
    return names[index];
  }

  /** Offset of the opening quote of the name. */
  public int nameFrom(int index) {
    return positions[index * INTS];
  }

  public int valueFrom(int index) {
    return positions[index * INTS + 1];
  }

  public int valueTo(int index) {
    return positions[index * INTS + 2];
  }

  /** The first byte of the value: <code>{ [ " t f n</code>, a digit or a minus sign. */
  public int kind(int index) {
    return positions[index * INTS + 3];
  }

  /** Index of the member of that name, or -1. */
  public int indexOf(String name) {
    for (int i = 0; i < size; i++) {
      if (names[i].equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
