package io.leasegate.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;

/**
 * What files hold, as hashes. The content decides, not the time of change: Kubernetes swaps
 * symbolic links, and editors replace files.
 */
final class ContentDigest {

  private ContentDigest() {}

  /** Digests by path; a file that is missing or unreadable has a word instead. Blocking. */
  static Map<String, String> of(Collection<Path> files) {
    Map<String, String> digests = new TreeMap<>();
    for (Path file : files) {
      digests.put(file.toString(), of(file));
    }
    return digests;
  }

  private static String of(Path file) {
    try {
      return HexFormat.of().formatHex(sha256().digest(FileText.bytes(file)));
    } catch (IOException e) {
      return Files.exists(file) ? "unreadable" : "missing";
    }
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
