package io.leasegate.app;

import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.ParseResult;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** What the policy loader asks about texts whose meaning is not its own. */
final class Policies {

  private Policies() {}

  static Optional<String> globError(String glob) {
    return CapabilityGlob.parse(glob) instanceof ParseResult.Malformed<CapabilityGlob> malformed
        ? Optional.of(malformed.reason())
        : Optional.empty();
  }

  static Optional<String> regexError(String regex) {
    try {
      Pattern.compile(regex);
      return Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.of(e.getDescription());
    }
  }
}
