package io.leasegate.jsonrpc;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** JSON values by chance, and as many spellings of each as there are. */
final class RandomJson {

  /** Which numbers there are. */
  enum Numbers {
    NONE,
    /** That a double holds exactly, and that are no shorter in another form. */
    EXACT,
    ANY
  }

  private static final String[] CHARACTERS = {
    "a", "b", "Z", "0", " ", "/", "\"", "\\", "\n", "\t", "\b", "\f", "\r", "\u0000", "\u001f",
    "\u007f", "\u0080", "ß", "€", "\u2028", "\ud7ff", "\ue000", "\ufb33", "\uffff", "😀", "𐀀"
  };

  private final Random random;
  private final Numbers numbers;

  RandomJson(Random random, Numbers numbers) {
    this.random = random;
    this.numbers = numbers;
  }

  /** An object of strings, BigDecimals, Booleans, nulls, Lists and Maps. */
  Map<String, @Nullable Object> object(int depth) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = random.nextInt(6); i > 0; i--) {
      object.put(text(), value(depth - 1));
    }
    return object;
  }

  private @Nullable Object value(int depth) {
    return switch (random.nextInt(depth > 0 ? 8 : 6)) {
      case 0 -> null;
      case 1 -> random.nextBoolean();
      case 2, 3 -> numbers == Numbers.NONE ? text() : number();
      case 4, 5 -> text();
      case 6 -> object(depth);
      default -> list(depth);
    };
  }

  private List<@Nullable Object> list(int depth) {
    List<@Nullable Object> list = new ArrayList<>();
    for (int i = random.nextInt(5); i > 0; i--) {
      list.add(value(depth - 1));
    }
    return list;
  }

  private BigDecimal number() {
    if (numbers == Numbers.EXACT) {
      return BigDecimal.valueOf(random.nextInt(4001) - 2000).divide(BigDecimal.valueOf(8));
    }
    BigDecimal small = BigDecimal.valueOf(random.nextInt(41) - 20);
    return switch (random.nextInt(4)) {
      case 0 -> small;
      case 1 -> small.scaleByPowerOfTen(random.nextInt(41) - 20);
      case 2 -> BigDecimal.valueOf(1L << 53).add(small);
      default -> BigDecimal.valueOf(random.nextLong(), random.nextInt(60) - 30);
    };
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(4); i > 0; i--) {
      text.append(CHARACTERS[random.nextInt(CHARACTERS.length)]);
    }
    return text.toString();
  }

  /** The value with other space, order, escapes and numbers each time. */
  String spell(@Nullable Object value) {
    StringBuilder out = new StringBuilder();
    spell(value, out);
    return out.toString();
  }

  private void spell(@Nullable Object value, StringBuilder out) {
    if (value instanceof Map<?, ?> map) {
      List<Map.Entry<?, ?>> entries = new ArrayList<>(map.entrySet());
      Collections.shuffle(entries, random);
      String comma = "";
      space(out.append('{'));
      for (Map.Entry<?, ?> entry : entries) {
        space(out.append(comma));
        quote((String) entry.getKey(), out);
        space(out);
        space(out.append(':'));
        spell(entry.getValue(), out);
        space(out);
        comma = ",";
      }
      out.append('}');
    } else if (value instanceof List<?> list) {
      String comma = "";
      space(out.append('['));
      for (Object element : list) {
        space(out.append(comma));
        spell(element, out);
        space(out);
        comma = ",";
      }
      out.append(']');
    } else if (value instanceof String text) {
      quote(text, out);
    } else if (value instanceof BigDecimal number) {
      out.append(spell(number));
    } else {
      out.append(value);
    }
  }

  /** The number in one of its spellings. */
  String spell(BigDecimal number) {
    String sign = number.signum() < 0 || (number.signum() == 0 && random.nextBoolean()) ? "-" : "";
    BigDecimal positive = number.abs();
    if (random.nextBoolean()) {
      String plain = positive.toPlainString();
      return sign + plain + (plain.contains(".") ? "00" : random.nextBoolean() ? ".0" : "");
    }
    int shift = random.nextInt(21) - 10;
    String e =
        (random.nextBoolean() ? "e" : "E") + (shift < 0 ? "-" : random.nextBoolean() ? "+" : "");
    return sign
        + positive.scaleByPowerOfTen(-shift).toPlainString()
        + e
        + (random.nextBoolean() ? "00" : "")
        + Math.abs(shift);
  }

  private void quote(String text, StringBuilder out) {
    out.append('"');
    // the halves of a pair are both escaped or neither: half of one has no UTF-8
    text.codePoints().forEach(c -> spell(c, out));
    out.append('"');
  }

  private void spell(int c, StringBuilder out) {
    int named = "\"\\/\b\f\n\r\t".indexOf(c);
    if (random.nextInt(5) == 0 || (c < ' ' && named < 0)) {
      String format = random.nextBoolean() ? "\\u%04x" : "\\u%04X";
      Character.toString(c).chars().forEach(unit -> out.append(String.format(format, unit)));
    } else if (named >= 0 && (c != '/' || random.nextBoolean())) {
      out.append('\\').append("\"\\/bfnrt".charAt(named));
    } else {
      out.appendCodePoint(c);
    }
  }

  private void space(StringBuilder out) {
    for (int i = random.nextInt(3) - 1; i > 0; i--) {
      out.append(" \n\r\t".charAt(random.nextInt(4)));
    }
  }
}
