package io.leasegate.jsonrpc;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The one form of all JSON texts that say the same: RFC 8785, except that numbers have the form of
 * {@link CanonicalNumber}, which keeps what a double cannot hold.
 *
 * <p>Reads bytes that a scan found well-formed and free of members that occur twice, in one pass.
 * What is kept besides the output are the names of the objects that are open. Recurses as deep as
 * the text is nested, which the scan bounds.
 */
final class CanonicalJson {

  /** A member that was written. */
  private record Part(String name, int from, int to) {}

  private static final Comparator<Part> BY_UTF16_UNITS = Comparator.comparing(Part::name);

  private final byte[] bytes;
  private final GrowingBytes out;
  private final MemberMoves moves = new MemberMoves();

  private CanonicalJson(byte[] bytes, GrowingBytes out) {
    this.bytes = bytes;
    this.out = out;
  }

  /** Appends the value that begins there. */
  static void append(byte[] bytes, int from, GrowingBytes to) {
    int before = to.size();
    CanonicalJson json = new CanonicalJson(bytes, to);
    json.value(from);
    json.moves.make(to, before);
  }

  /** Appends the object whose brace lies there, without its own member of that name. */
  static void appendWithout(String omitted, byte[] bytes, int from, GrowingBytes to) {
    int before = to.size();
    CanonicalJson json = new CanonicalJson(bytes, to);
    json.object(from, omitted);
    json.moves.make(to, before);
  }

  /** Each of these takes the offset of a first byte and returns the one behind the last. */
  private int value(int at) {
    return switch (bytes[at]) {
      case '{' -> object(at, null);
      case '[' -> array(at);
      case '"' -> CanonicalText.append(bytes, at, out);
      case 't', 'n' -> literal(at, 4);
      case 'f' -> literal(at, 5);
      default -> number(at);
    };
  }

  private int object(int brace, @Nullable String omitted) {
    out.append('{');
    List<Part> parts = new ArrayList<>();
    boolean sorted = true;
    int at = space(brace + 1);
    while (bytes[at] != '}') {
      int from = out.size();
      int nameTo = CanonicalText.append(bytes, at, out);
      String name = JsonStrings.decode(bytes, at, nameTo);
      out.append(':');
      at = separator(value(space(space(nameTo) + 1)));
      if (name.equals(omitted)) {
        out.cut(from);
        moves.forget(from);
        continue;
      }
      sorted = sorted && (parts.isEmpty() || last(parts).name.compareTo(name) < 0);
      parts.add(new Part(name, from, out.size()));
      out.append(',');
    }
    if (!sorted) {
      sort(parts);
    }
    close(parts.isEmpty(), '}');
    return at + 1;
  }

  private static Part last(List<Part> parts) {
    return parts.get(parts.size() - 1);
  }

  private void sort(List<Part> parts) {
    int brace = parts.get(0).from - 1;
    parts.sort(BY_UTF16_UNITS);
    int[] ranges = new int[2 * parts.size()];
    for (int i = 0; i < parts.size(); i++) {
      ranges[2 * i] = parts.get(i).from;
      ranges[2 * i + 1] = parts.get(i).to;
    }
    moves.add(brace, out.size() - 1, ranges);
  }

  private int array(int bracket) {
    out.append('[');
    boolean empty = true;
    int at = space(bracket + 1);
    while (bytes[at] != ']') {
      at = separator(value(at));
      out.append(',');
      empty = false;
    }
    close(empty, ']');
    return at + 1;
  }

  private void close(boolean empty, int end) {
    if (!empty) {
      out.cut(out.size() - 1);
    }
    out.append(end);
  }

  private int literal(int at, int length) {
    out.append(bytes, at, at + length);
    return at + length;
  }

  private int number(int from) {
    int to = from;
    while (to < bytes.length && isInNumber(bytes[to])) {
      to++;
    }
    CanonicalNumber.append(bytes, from, to, out);
    return to;
  }

  private static boolean isInNumber(byte b) {
    return (b >= '0' && b <= '9') || b == '-' || b == '+' || b == '.' || b == 'e' || b == 'E';
  }

  /** Passes over a comma, if there is one, and the space around it. */
  private int separator(int at) {
    int next = space(at);
    return bytes[next] == ',' ? space(next + 1) : next;
  }

  private int space(int at) {
    int next = at;
    while (bytes[next] == ' '
        || bytes[next] == '\n'
        || bytes[next] == '\r'
        || bytes[next] == '\t') {
      next++;
    }
    return next;
  }
}
