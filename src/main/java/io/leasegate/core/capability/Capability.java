package io.leasegate.core.capability;

import io.leasegate.core.capability.ParseResult.Malformed;
import io.leasegate.core.capability.ParseResult.Parsed;
import org.jspecify.annotations.Nullable;

/**
 * One concrete capability, {@code <upstream>:<action>:<resource>}: what one call needs. It holds no
 * glob syntax; a {@code *} in it is a star.
 *
 * <p>Three segments, none empty and none with a colon; NFC; whole code points only; 512 characters
 * at most. Control characters are legal, because resources come from arguments.
 */
public final class Capability {

  private final String text;
  private final int firstSeparator;
  private final int secondSeparator;

  private Capability(String text) {
    this.text = text;
    this.firstSeparator = text.indexOf(CapabilityText.SEPARATOR);
    this.secondSeparator = text.indexOf(CapabilityText.SEPARATOR, firstSeparator + 1);
  }

  /** The capability of a text without glob syntax. */
  public static ParseResult<Capability> parse(String text) {
    String fault = CapabilityText.fault(text);
    if (fault != null) {
      return malformed(fault);
    }
    String normalized = CapabilityText.normalized(text);
    fault = faultOfNormalized(normalized);
    return fault != null ? malformed(fault) : new Parsed<>(new Capability(normalized));
  }

  /**
   * The capability of three segments. A segment with a colon or without a character is malformed,
   * every other character stands for itself.
   */
  public static ParseResult<Capability> of(String upstream, String action, String resource) {
    for (String segment : new String[] {upstream, action, resource}) {
      if (segment.indexOf(CapabilityText.SEPARATOR) >= 0) {
        return malformed("a segment contains ':', which separates the segments");
      }
    }
    return parse(
        upstream + CapabilityText.SEPARATOR + action + CapabilityText.SEPARATOR + resource);
  }

  /** A text that the caller knows to be normalised and well formed. */
  static Capability trusted(String normalized) {
    return new Capability(normalized);
  }

  /** The whole capability, normalised, with no character escaped. */
  public String text() {
    return text;
  }

  /** The glob text that matches this capability and nothing else: what an agent requests. */
  public String globText() {
    return CapabilityText.escaped(text);
  }

  public String upstream() {
    return text.substring(0, firstSeparator);
  }

  public String action() {
    return text.substring(firstSeparator + 1, secondSeparator);
  }

  public String resource() {
    return text.substring(secondSeparator + 1);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Capability capability && capability.text.equals(text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** As {@link #text()}. */
  @Override
  public String toString() {
    return text;
  }

  /** Why the normalised text is no capability, or null. */
  static @Nullable String faultOfNormalized(String text) {
    if (text.codePointCount(0, text.length()) > CapabilityText.MAX_LENGTH) {
      return CapabilityText.TOO_LONG;
    }
    String[] segments = text.split(":", -1);
    if (segments.length != 3) {
      return "it has "
          + segments.length
          + (segments.length == 1 ? " segment" : " segments")
          + " instead of the three of <upstream>:<action>:<resource>";
    }
    for (String segment : segments) {
      if (segment.isEmpty()) {
        return "a segment is empty";
      }
    }
    return CapabilityText.joinsBackwards(text.codePointAt(0)) ? CapabilityText.LEADING_MARK : null;
  }

  private static ParseResult<Capability> malformed(String why) {
    return new Malformed<>("not a capability: " + why);
  }
}
