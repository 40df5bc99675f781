package io.leasegate.core.policy;

/**
 * A compiled pattern over text, in RE2 syntax. It must not backtrack: the text comes from agents.
 */
public interface TextPattern {

  /** Whether the pattern matches the whole text, not merely a part of it. */
  boolean matchesWhole(String text);

  /** The pattern as it was written. */
  String source();
}
