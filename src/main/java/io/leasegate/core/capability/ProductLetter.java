package io.leasegate.core.capability;

import java.util.HashMap;
import java.util.Map;

/**
 * Code points that neither of two tables tells apart, and the one that stands for them.
 *
 * <p>Costs grow with how badly a character reads, and {@code x} is the cheapest. So a cheapest
 * common match has a plain letter wherever both globs leave the choice, and is normalised.
 */
record ProductLetter(int leftClass, int rightClass, int codePoint, int cost) {

  private static final int PREFERRED = 7;
  private static final int LOWER_CASE = 8;
  private static final int ALPHANUMERIC = 9;
  private static final int PRINTABLE = 10;
  private static final int FOREIGN_LETTER = 16;
  private static final int UNREADABLE = 64;

  static ProductLetter[] of(GlobTable left, GlobTable right) {
    Map<Long, ProductLetter> best = new HashMap<>();
    int[] l = left.starts();
    int[] r = right.starts();
    int i = 0;
    int j = 0;
    int from = 0;
    while (from <= Character.MAX_CODE_POINT) {
      int nextLeft = i + 1 < l.length ? l[i + 1] : Character.MAX_CODE_POINT + 1;
      int nextRight = j + 1 < r.length ? r[j + 1] : Character.MAX_CODE_POINT + 1;
      int end = Math.min(nextLeft, nextRight);
      ProductLetter letter = letter(left.classOf(from), right.classOf(from), from, end - 1);
      best.merge(
          (long) letter.leftClass << 32 | letter.rightClass,
          letter,
          (known, other) -> other.cost < known.cost ? other : known);
      i += nextLeft == end ? 1 : 0;
      j += nextRight == end ? 1 : 0;
      from = end;
    }
    best.values().removeIf(letter -> isSurrogate(letter.codePoint));
    return best.values().toArray(new ProductLetter[0]);
  }

  private static ProductLetter letter(int leftClass, int rightClass, int low, int high) {
    int codePoint = readable(low, high);
    return new ProductLetter(leftClass, rightClass, codePoint, cost(codePoint));
  }

  private static int readable(int low, int high) {
    if (low <= 'x' && 'x' <= high) {
      return 'x';
    }
    int best = low;
    // A readable character is near the start of an interval, or the interval has none worth naming.
    for (int c = low; c <= Math.min(high, low + 127); c++) {
      if (cost(c) < cost(best)) {
        best = c;
      }
    }
    return isSurrogate(best) && high > Character.MAX_SURROGATE ? Character.MAX_SURROGATE + 1 : best;
  }

  private static int cost(int c) {
    if (c == 'x') {
      return PREFERRED;
    }
    if (c < 128) {
      boolean lower = c >= 'a' && c <= 'z';
      boolean alphanumeric = (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
      boolean printable = c > ' ' && c < 127;
      return lower ? LOWER_CASE : alphanumeric ? ALPHANUMERIC : printable ? PRINTABLE : UNREADABLE;
    }
    boolean letter = Character.isLetterOrDigit(c) && !CapabilityText.joinsBackwards(c);
    return letter ? FOREIGN_LETTER : UNREADABLE;
  }

  private static boolean isSurrogate(int c) {
    return c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE;
  }
}
