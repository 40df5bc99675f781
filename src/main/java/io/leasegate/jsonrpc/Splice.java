package io.leasegate.jsonrpc;

import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A piece of JSON with a few places changed and every other byte kept.
 *
 * <p>Edits may be named in any order; they must not overlap. Insertions at one place come out in
 * the order in which they were named.
 */
public final class Splice {

  private static final byte[] NOTHING = {};
  private static final byte[] COMMA = {','};

  private final byte[] source;
  private final int from;
  private final int to;
  private int size;
  private int[] cutFrom = new int[8];
  private int[] cutTo = new int[8];
  private byte[][] put = new byte[8][];

  /** Over the bytes {@code [from, to)} of the source. */
  public Splice(byte[] source, int from, int to) {
    this.source = source;
    this.from = from;
    this.to = to;
  }

  /** Over a whole message. */
  public Splice(RpcMessage message) {
    this(message.bytes(), message.from(), message.to());
  }

  public Splice replace(int start, int end, byte[] with) {
    if (start < from || end > to || start > end) {
      throw new IllegalArgumentException("an edit outside the text: " + start + ".." + end);
    }
    if (size == put.length) {
      cutFrom = Arrays.copyOf(cutFrom, size * 2);
      cutTo = Arrays.copyOf(cutTo, size * 2);
      put = Arrays.copyOf(put, size * 2);
    }
    int at = size;
    // an insertion comes before what is cut from the same place on
    while (at > 0
        && (cutFrom[at - 1] > start
            || (start == end && cutFrom[at - 1] == start && cutTo[at - 1] > start))) {
      cutFrom[at] = cutFrom[at - 1];
      cutTo[at] = cutTo[at - 1];
      put[at] = put[at - 1];
      at--;
    }
    if ((at > 0 && cutTo[at - 1] > start) || (at < size && end > cutFrom[at + 1])) {
      throw new IllegalArgumentException("edits overlap at " + start);
    }
    cutFrom[at] = start;
    cutTo[at] = end;
    put[at] = with;
    size++;
    return this;
  }

  public Splice insert(int at, byte[] bytes) {
    return replace(at, at, bytes);
  }

  public Splice cut(int start, int end) {
    return replace(start, end, NOTHING);
  }

  /**
   * Edits the members of an object in one go: some go away, some come in behind the brace.
   *
   * @param members the object, which lies in the source
   * @param drop which members go away
   * @param added JSON members ({@code "name":value}) to put in front, without commas
   */
  public Splice members(Members members, MemberFilter drop, byte[]... added) {
    boolean anyKept = false;
    for (int i = 0; i < members.size(); i++) {
      if (!drop.test(members.name(i))) {
        anyKept = true;
        continue;
      }
      boolean last = i == members.size() - 1;
      if (anyKept) {
        cut(members.valueTo(i - 1), members.valueTo(i));
      } else {
        cut(members.nameFrom(i), last ? members.valueTo(i) : members.nameFrom(i + 1));
      }
    }
    for (int i = 0; i < added.length; i++) {
      insert(members.from() + 1, added[i]);
      if (i < added.length - 1 || anyKept) {
        insert(members.from() + 1, COMMA);
      }
    }
    return this;
  }

  /** Which members an edit takes away. */
  @FunctionalInterface
  public interface MemberFilter {
    boolean test(String name);

    /** Keeps everything. */
    MemberFilter NONE = name -> false;
  }

  /** Adds the edited text at the end of a buffer. */
  public Buffer appendTo(Buffer buffer) {
    int at = from;
    for (int i = 0; i < size; i++) {
      buffer.appendBytes(source, at, cutFrom[i] - at);
      buffer.appendBytes(put[i]);
      at = cutTo[i];
    }
    return buffer.appendBytes(source, at, to - at);
  }

  public Buffer toBuffer() {
    return appendTo(Buffer.buffer(length()));
  }

  public byte[] toBytes() {
    byte[] bytes = new byte[length()];
    int at = from;
    int out = 0;
    for (int i = 0; i <= size; i++) {
      int end = i == size ? to : cutFrom[i];
      System.arraycopy(source, at, bytes, out, end - at);
      out += end - at;
      if (i < size) {
        System.arraycopy(put[i], 0, bytes, out, put[i].length);
        out += put[i].length;
        at = cutTo[i];
      }
    }
    return bytes;
  }

  /** Length of the edited text in bytes. */
  public int length() {
    int length = to - from;
    for (int i = 0; i < size; i++) {
      length += put[i].length - (cutTo[i] - cutFrom[i]);
    }
    return length;
  }

  @Override
  public String toString() {
    return new String(toBytes(), StandardCharsets.UTF_8);
  }
}
