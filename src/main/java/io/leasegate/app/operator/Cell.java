package io.leasegate.app.operator;

/** Text for a terminal. Goals, reasons and capabilities are an agent's words: they only say. */
final class Cell {

  private Cell() {}

  /** The text with every character that could move the cursor or turn the direction replaced. */
  static String of(String text) {
    StringBuilder safe = new StringBuilder(text.length());
    text.codePoints().forEach(c -> safe.appendCodePoint(isHarmless(c) ? c : '?'));
    return safe.toString();
  }

  private static boolean isHarmless(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL,
          Character.FORMAT,
          Character.SURROGATE,
          Character.LINE_SEPARATOR,
          Character.PARAGRAPH_SEPARATOR ->
          false;
      default -> true;
    };
  }
}
