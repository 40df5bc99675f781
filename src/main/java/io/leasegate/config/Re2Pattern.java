package io.leasegate.config;

import com.google.re2j.Pattern;
import com.google.re2j.PatternSyntaxException;
import io.leasegate.core.policy.TextPattern;
import java.util.Optional;

/** A regular expression in RE2 syntax: linear in the text, whatever the text is. */
record Re2Pattern(Pattern pattern) implements TextPattern {

  /** What is wrong with the expression; nothing when it is well formed. */
  static Optional<String> error(String regex) {
    try {
      Pattern.compile(regex);
      return Optional.empty();
    } catch (PatternSyntaxException e) {
      return Optional.of(e.getDescription());
    }
  }

  /**
   * @throws PatternSyntaxException for what {@link #error} names
   */
  static Re2Pattern of(String regex) {
    return new Re2Pattern(Pattern.compile(regex));
  }

  @Override
  public boolean matchesWhole(String text) {
    return pattern.matches(text);
  }

  @Override
  public String source() {
    return pattern.pattern();
  }
}
