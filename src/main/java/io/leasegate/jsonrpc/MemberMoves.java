package io.leasegate.jsonrpc;

import java.util.Map;
import java.util.TreeMap;

/**
 * Members of objects within a written text that belong in another order. Moved all at once in the
 * end: each byte is copied once, however deep the objects lie in each other.
 */
final class MemberMoves {

  /** The members of one object. */
  private static final class Move {
    /** End of the last of them as they were written. */
    final int to;

    /** Begin and end of each without its comma, in the order in which they belong. */
    final int[] ranges;

    Move(int to, int[] ranges) {
      this.to = to;
      this.ranges = ranges;
    }
  }

  /** By the place of the object's brace, behind which its members follow. */
  private final TreeMap<Integer, Move> moves = new TreeMap<>();

  /** The members between brace and end belong in the order of these pairs of offsets. */
  void add(int brace, int to, int[] ranges) {
    moves.put(brace, new Move(to, ranges));
  }

  /** Forgets the moves from that place on. */
  void forget(int from) {
    moves.tailMap(from).clear();
  }

  /** Puts every member in its place; none lies in front of that offset. */
  void make(GrowingBytes text, int from) {
    if (!moves.isEmpty()) {
      byte[] written = text.copy(0, text.size());
      text.cut(from);
      write(written, from, written.length, text);
    }
  }

  private void write(byte[] text, int from, int to, GrowingBytes out) {
    int at = from;
    Map.Entry<Integer, Move> next = moves.ceilingEntry(at);
    while (next != null && next.getKey() < to) {
      out.append(text, at, next.getKey() + 1);
      int[] ranges = next.getValue().ranges;
      for (int i = 0; i < ranges.length; i += 2) {
        if (i > 0) {
          out.append(',');
        }
        write(text, ranges[i], ranges[i + 1], out);
      }
      at = next.getValue().to;
      next = moves.ceilingEntry(at);
    }
    out.append(text, at, to);
  }
}
