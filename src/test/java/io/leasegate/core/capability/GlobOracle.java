package io.leasegate.core.capability;

import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Decides globs the slow way: a regular expression, asked about every short capability. */
final class GlobOracle {

  private GlobOracle() {}

  /** A glob without escapes as a regular expression. */
  static Pattern pattern(String glob) {
    String text = Normalizer.normalize(glob, Normalizer.Form.NFC);
    StringBuilder regex = new StringBuilder();
    int depth = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '*' -> {
          boolean across = i + 1 < text.length() && text.charAt(i + 1) == '*';
          regex.append(across ? "[\\s\\S]*" : "[^:]*");
          while (i + 1 < text.length() && text.charAt(i + 1) == '*') {
            i++;
          }
        }
        case '?' -> regex.append("[^:]");
        case '{' -> {
          depth++;
          regex.append("(?:");
        }
        case '}' -> {
          depth--;
          regex.append(")");
        }
        case ',' -> regex.append(depth > 0 ? "|" : ",");
        default -> regex.append(Pattern.quote(String.valueOf(c)));
      }
    }
    return Pattern.compile(regex.toString());
  }

  /** Every legal capability over the letters up to the length, in NFC. */
  static List<Capability> universe(String letters, int maxLength) {
    List<Capability> found = new ArrayList<>();
    extend(new StringBuilder(), letters + ":", maxLength, found);
    return List.copyOf(found);
  }

  private static void extend(
      StringBuilder text, String letters, int maxLength, List<Capability> found) {
    String candidate = text.toString();
    boolean normalized = Normalizer.isNormalized(candidate, Normalizer.Form.NFC);
    if (normalized) {
      Capability.parse(candidate).toOptional().ifPresent(found::add);
    }
    boolean hopeless =
        !normalized
            || candidate.startsWith(":")
            || candidate.contains("::")
            || candidate.chars().filter(c -> c == ':').count() > 2;
    if (text.length() == maxLength || hopeless) {
      return;
    }
    for (int i = 0; i < letters.length(); i++) {
      text.append(letters.charAt(i));
      extend(text, letters, maxLength, found);
      text.setLength(text.length() - 1);
    }
  }

  static boolean matches(Pattern oracle, Capability capability) {
    return oracle.matcher(capability.text()).matches();
  }
}
