package io.leasegate.sim;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/** Text without meaning, of an exact size and always the same. */
final class FillerText {

  private static final byte[] WORDS =
      "the quick brown fox jumps over the lazy dog and ".getBytes(US_ASCII);

  private FillerText() {}

  /** One line of that many bytes. */
  static String of(int bytes) {
    return lines(bytes, 1);
  }

  /**
   * That many bytes in that many lines of nearly equal length, line breaks included; each line
   * begins with its number where there is room for it.
   */
  static String lines(int bytes, int lines) {
    byte[] text = new byte[bytes];
    for (int i = 0; i < bytes; i++) {
      text[i] = WORDS[i % WORDS.length];
    }
    if (lines > 1) {
      for (int line = 0; line < lines; line++) {
        int from = (int) ((long) bytes * line / lines);
        int to = (int) ((long) bytes * (line + 1) / lines);
        int end = line == lines - 1 ? to : to - 1;
        byte[] number = ("line " + (line + 1) + ": ").getBytes(US_ASCII);
        if (number.length <= end - from) {
          System.arraycopy(number, 0, text, from, number.length);
        }
        Arrays.fill(text, end, to, (byte) '\n');
      }
    }
    return new String(text, US_ASCII);
  }
}
