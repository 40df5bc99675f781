package io.leasegate.config;

import java.util.Optional;
import java.util.regex.Pattern;

/** The form of the capabilities that are derived from a call's arguments. */
final class CapabilityTemplate {

  private static final Pattern SEGMENT = Pattern.compile("([^{}:]|\\{[^{}:]+})+");

  private CapabilityTemplate() {}

  /** What is wrong with a template; nothing when it is well formed. */
  static Optional<String> error(String template) {
    if (template.length() > 512) {
      return Optional.of("is longer than 512 characters");
    }
    String[] segments = template.split(":", -1);
    if (segments.length < 3) {
      return Optional.of(
          "expected <upstream>:<action>:<resource>, such as sim:write:{owner}/{repo}");
    }
    for (String segment : segments) {
      if (!SEGMENT.matcher(segment).matches()) {
        return Optional.of("an empty segment, or braces that are not {argument}");
      }
    }
    return Optional.empty();
  }
}
