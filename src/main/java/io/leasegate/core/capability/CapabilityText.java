package io.leasegate.core.capability;

import java.text.Normalizer;
import org.jspecify.annotations.Nullable;

/** Rules about characters that capabilities and globs share. */
final class CapabilityText {

  /** Between the three segments; part of no segment. */
  static final char SEPARATOR = ':';

  /** The longest capability or glob in code points; a {@code \} that escapes is not counted. */
  static final int MAX_LENGTH = 512;

  /** Longer texts are refused before they are looked at. */
  static final int MAX_RAW_UNITS = 4 * MAX_LENGTH;

  static final String TOO_LONG = "it is longer than " + MAX_LENGTH + " characters";
  static final String LEADING_MARK = "it begins with a combining character";

  private static final String SYNTAX = "*?{},\\";

  private CapabilityText() {}

  /** Why the text cannot be looked at at all, or null. */
  static @Nullable String fault(String text) {
    if (text.length() > MAX_RAW_UNITS) {
      return TOO_LONG;
    }
    return hasLoneSurrogate(text) ? "it contains half of a surrogate pair" : null;
  }

  static String normalized(String text) {
    return Normalizer.normalize(text, Normalizer.Form.NFC);
  }

  /** The text with every character that means something in a glob escaped. */
  static String escaped(String text) {
    StringBuilder escaped = new StringBuilder(text.length() + 8);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (SYNTAX.indexOf(c) >= 0) {
        escaped.append('\\');
      }
      escaped.append(c);
    }
    return escaped.length() == text.length() ? text : escaped.toString();
  }

  /** How many characters stand before the first one that means something in a glob. */
  static int fixedLength(String globText) {
    int at = 0;
    while (at < globText.length() && SYNTAX.indexOf(globText.charAt(at)) < 0) {
      at++;
    }
    return at;
  }

  /**
   * Whether normalisation could join or reorder this character with one before it (combining class
   * other than 0, or NFC_Quick_Check other than Yes; UAX #15). Marks, the Hangul vowels and finals,
   * and the vowel signs of Kirat Rai; no other character is the second of a composition.
   */
  static boolean joinsBackwards(int codePoint) {
    if (codePoint < 0x300) {
      return false;
    }
    int type = Character.getType(codePoint);
    return type == Character.NON_SPACING_MARK
        || type == Character.COMBINING_SPACING_MARK
        || type == Character.ENCLOSING_MARK
        || (codePoint >= 0x1160 && codePoint <= 0x11FF)
        || (codePoint >= 0x16D63 && codePoint <= 0x16D6A);
  }

  private static boolean hasLoneSurrogate(String text) {
    for (int i = 0; i < text.length(); ) {
      int codePoint = text.codePointAt(i);
      if (codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE) {
        return true;
      }
      i += Character.charCount(codePoint);
    }
    return false;
  }
}
