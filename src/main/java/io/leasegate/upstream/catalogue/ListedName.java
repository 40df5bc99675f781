package io.leasegate.upstream.catalogue;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * The names under which clients see tools.
 *
 * <p>Model APIs take at most 64 characters of {@code [A-Za-z0-9_-]}, and clients put a prefix of
 * their own in front: what is longer than 50, or has other characters, is shortened.
 */
final class ListedName {

  private static final int LONGEST = 50;
  private static final int KEPT = 30;
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_-]{1," + LONGEST + "}");

  private ListedName() {}

  /** The name that is listed for the whole one, which stays callable. */
  static String of(String prefix, String tool) {
    String whole = prefix + tool;
    if (PLAIN.matcher(whole).matches()) {
      return whole;
    }
    String head =
        tool.substring(0, Math.min(KEPT, tool.length())).replaceAll("[^A-Za-z0-9_-]", "_");
    return prefix + head + "_" + HexFormat.of().formatHex(digest(whole), 0, 4);
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }
}
