package io.leasegate.config;

import java.util.HashMap;
import java.util.Map;

/**
 * Decides when watched content has changed: once per change, and only when two looks in a row saw
 * the same, so that a file half written is not taken. Not thread-safe.
 */
final class ChangeDetector {

  private Map<String, String> known;
  private Map<String, String> lastSeen;

  /** Starts from what is loaded now, as digests by name. */
  ChangeDetector(Map<String, String> loaded) {
    this.known = Map.copyOf(loaded);
    this.lastSeen = known;
  }

  /** Whether this look completes a change; content that came back to what it was is none. */
  boolean completesChange(Map<String, String> seen) {
    Map<String, String> now = Map.copyOf(seen);
    boolean settled = now.equals(lastSeen);
    lastSeen = now;
    if (!settled || now.equals(known)) {
      return false;
    }
    known = now;
    return true;
  }

  /** The same for another choice of files; what is known of a file that stays is kept. */
  ChangeDetector over(Map<String, String> now) {
    Map<String, String> merged = new HashMap<>(now);
    merged.replaceAll((file, digest) -> known.getOrDefault(file, digest));
    return new ChangeDetector(merged);
  }
}
