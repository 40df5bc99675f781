package io.leasegate.config;

import java.util.Collection;
import java.util.Optional;

/** Finds what a misspelt name was meant to be. */
final class NearestName {

  private NearestName() {}

  /** The closest allowed name, when it is close enough to be what was meant. */
  static Optional<String> of(String given, Collection<String> allowed) {
    String best = "";
    int bestDistance = Math.max(2, given.length() / 3) + 1;
    for (String name : allowed) {
      int distance = distance(given, name);
      if (distance < bestDistance && distance < name.length()) {
        best = name;
        bestDistance = distance;
      }
    }
    return best.isEmpty() ? Optional.empty() : Optional.of(best);
  }

  /** Levenshtein distance; names are short, a file's odd key is cut to 100 characters. */
  private static int distance(String given, String name) {
    String a = given.length() > 100 ? given.substring(0, 100) : given;
    int[] row = new int[name.length() + 1];
    for (int j = 0; j <= name.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= a.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= name.length(); j++) {
        int change = diagonal + (a.charAt(i - 1) == name.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[name.length()];
  }
}
