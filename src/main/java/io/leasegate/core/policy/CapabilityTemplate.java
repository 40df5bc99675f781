package io.leasegate.core.policy;

import io.leasegate.core.capability.Capability;
import io.leasegate.core.capability.CapabilityGlob;
import io.leasegate.core.capability.ParseResult;
import io.leasegate.core.capability.ParseResult.Malformed;
import io.leasegate.core.capability.ParseResult.Parsed;
import java.util.ArrayList;
import java.util.List;

/**
 * How a tool's call names the capability it needs, such as {@code github:write:{owner}/{repo}}.
 * <code>{path}</code> stands for the text argument at that path; every other character, and every
 * character of a value, is literal.
 */
public final class CapabilityTemplate {

  /** Literal texts and paths in turn, beginning and ending with a literal, which may be empty. */
  private final List<String> parts;

  private final String text;
  private final CapabilityGlob pattern;

  private CapabilityTemplate(String text, List<String> parts, CapabilityGlob pattern) {
    this.text = text;
    this.parts = List.copyOf(parts);
    this.pattern = pattern;
  }

  /** Reads a template; its three segments are separated by {@code :} outside the braces. */
  public static ParseResult<CapabilityTemplate> parse(String text) {
    List<String> parts = new ArrayList<>();
    StringBuilder glob = new StringBuilder();
    int from = 0;
    while (true) {
      int open = text.indexOf('{', from);
      String literal = text.substring(from, open < 0 ? text.length() : open);
      if (literal.indexOf('}') >= 0) {
        return malformed("a '}' has no '{' before it");
      }
      parts.add(literal);
      glob.append(CapabilityGlob.escape(literal));
      if (open < 0) {
        break;
      }
      int close = text.indexOf('}', open);
      String path = close < 0 ? "" : text.substring(open + 1, close);
      if (path.isEmpty() || path.indexOf('{') >= 0 || path.indexOf(':') >= 0) {
        return malformed("braces hold no name of an argument, as in {owner}");
      }
      parts.add(path);
      // Placeholders side by side are one run of characters; "**" would leave the segment.
      boolean continuesRun = literal.isEmpty() && parts.size() > 2;
      glob.append(continuesRun ? "" : "*");
      from = close + 1;
    }
    ParseResult<CapabilityGlob> pattern = CapabilityGlob.parse(glob.toString());
    return pattern instanceof Malformed<CapabilityGlob> malformed
        ? malformed(malformed.reason())
        : new Parsed<>(new CapabilityTemplate(text, parts, pattern.orThrow()));
  }

  /**
   * The capability that a call with these arguments needs. Malformed, with a reason for the caller:
   * a value that is missing, no string, or has a {@code :}, and a result that is no capability.
   */
  public ParseResult<Capability> derive(ArgumentView arguments) {
    StringBuilder capability = new StringBuilder(parts.get(0));
    for (int i = 1; i < parts.size(); i += 2) {
      String path = parts.get(i);
      if (!(arguments.at(path) instanceof ArgumentValue.Text value)) {
        return new Malformed<>(
            "argument \"" + path + "\" must be a string: the capability " + text + " names it");
      }
      if (value.text().indexOf(':') >= 0) {
        return new Malformed<>(
            "argument \"" + path + "\" must not contain ':': the capability " + text + " names it");
      }
      capability.append(value.text()).append(parts.get(i + 1));
    }
    ParseResult<Capability> derived = Capability.parse(capability.toString());
    return derived instanceof Malformed<Capability> malformed
        ? new Malformed<>("the arguments of " + text + " give " + malformed.reason())
        : derived;
  }

  /** Every capability that some arguments give; each placeholder is a {@code *}. */
  public CapabilityGlob pattern() {
    return pattern;
  }

  /** The template as it was written. */
  @Override
  public String toString() {
    return text;
  }

  private static ParseResult<CapabilityTemplate> malformed(String why) {
    return new Malformed<>("malformed capability template: " + why);
  }
}
