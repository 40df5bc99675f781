package io.leasegate.jsonrpc;

/**
 * A JSON number by its exact decimal value: sign, digits without zeros at either end, and the power
 * of ten unless it is 0, so {@code -120.0} is {@code -12e1}. Zero has no sign.
 *
 * <p>Time and memory grow with the length of the text, never with the number: nothing is converted,
 * however long the digits or the exponent are.
 */
final class CanonicalNumber {

  /** So many digits fit into a long, with room for a shift by the length of any text. */
  private static final int SHORT_EXPONENT = 17;

  private CanonicalNumber() {}

  /** Appends the number that lies in {@code [from, to)} and is well-formed. */
  static void append(byte[] bytes, int from, int to, GrowingBytes out) {
    boolean negative = bytes[from] == '-';
    int point = -1;
    int exponent = to;
    int first = -1;
    int last = -1;
    for (int i = negative ? from + 1 : from; i < exponent; i++) {
      switch (bytes[i]) {
        case '.' -> point = i;
        case 'e', 'E' -> exponent = i;
        case '0' -> {}
        default -> {
          first = first < 0 ? i : first;
          last = i;
        }
      }
    }
    if (first < 0) {
      out.append('0');
      return;
    }
    if (negative) {
      out.append('-');
    }
    for (int i = first; i <= last; i++) {
      if (i != point) {
        out.append(bytes[i]);
      }
    }
    int end = point < 0 ? exponent : point;
    appendExponent(bytes, exponent + 1, to, last < end ? end - 1 - last : end - last, out);
  }

  /** Appends the exponent that lies there, if any, plus the shift. */
  private static void appendExponent(byte[] bytes, int from, int to, int shift, GrowingBytes out) {
    int at = from;
    boolean negative = at < to && bytes[at] == '-';
    while (at < to && (bytes[at] == '-' || bytes[at] == '+' || bytes[at] == '0')) {
      at++;
    }
    if (to - at > SHORT_EXPONENT) {
      out.append(negative ? "e-" : "e");
      appendSum(bytes, at, to, negative ? -shift : shift, out);
      return;
    }
    long value = 0;
    for (int i = at; i < to; i++) {
      value = value * 10 + (bytes[i] - '0');
    }
    long sum = (negative ? -value : value) + shift;
    if (sum != 0) {
      out.append("e" + sum);
    }
  }

  /** Appends the sum of a long row of digits and a number of smaller magnitude, as at school. */
  private static void appendSum(byte[] bytes, int from, int to, int addend, GrowingBytes out) {
    byte[] digits = new byte[to - from + 1];
    digits[0] = '0';
    System.arraycopy(bytes, from, digits, 1, to - from);
    long carry = addend;
    for (int i = digits.length - 1; carry != 0; i--) {
      long sum = digits[i] - '0' + carry;
      digits[i] = (byte) ('0' + Math.floorMod(sum, 10));
      carry = Math.floorDiv(sum, 10);
    }
    int first = 0;
    while (digits[first] == '0') {
      first++;
    }
    out.append(digits, first, digits.length);
  }
}
