package io.leasegate.core.capability;

import io.leasegate.core.capability.GlobNode.Alternatives;
import io.leasegate.core.capability.GlobNode.Literal;
import io.leasegate.core.capability.GlobNode.Sequence;
import io.leasegate.core.capability.ParseResult.Malformed;
import io.leasegate.core.capability.ParseResult.Parsed;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a normalised glob into a {@link GlobNode.Sequence}. Braces nest; a {@code ,} outside braces
 * is a comma; three or more stars in a row mean what two mean.
 *
 * <p>A literal run may not begin with a character that normalisation joins to the one before it:
 * then every literal run is in NFC by itself and next to anything, and a decision over all strings
 * is a decision over the normalised ones.
 */
final class GlobParser {

  private static final int MAX_ALTERNATIVES = 64;

  private final String text;
  private final GlobDialect dialect;
  private int position;
  private int characters;
  private int alternatives;
  private @Nullable String fault;

  private GlobParser(String text, GlobDialect dialect) {
    this.text = text;
    this.dialect = dialect;
  }

  static ParseResult<Sequence> parse(String normalized, GlobDialect dialect) {
    GlobParser parser = new GlobParser(normalized, dialect);
    Sequence whole = parser.sequence(0);
    if (parser.fault == null) {
      parser.checkEnds(whole);
    }
    return parser.fault != null ? new Malformed<>(parser.fault) : new Parsed<>(whole);
  }

  private Sequence sequence(int depth) {
    List<GlobNode> parts = new ArrayList<>();
    StringBuilder run = new StringBuilder();
    while (fault == null && position < text.length()) {
      int codePoint = text.codePointAt(position);
      if (depth > 0 && (codePoint == ',' || codePoint == '}')) {
        break;
      }
      position += Character.charCount(codePoint);
      count();
      switch (codePoint) {
        case '*', '?', '{' -> {
          flush(run, parts);
          parts.add(wildcard(codePoint, depth));
        }
        case '}' -> fail("a '}' has no '{' before it");
        case '\\' -> escaped(run);
        default -> run.appendCodePoint(codePoint);
      }
    }
    flush(run, parts);
    return new Sequence(List.copyOf(parts));
  }

  private GlobNode wildcard(int symbol, int depth) {
    return switch (symbol) {
      case '*' -> stars();
      case '?' -> new GlobNode.OneCharacter();
      default -> alternatives(depth);
    };
  }

  private GlobNode stars() {
    int first = position - 1;
    while (position < text.length() && text.charAt(position) == '*') {
      position++;
      count();
    }
    return position - first == 1 ? new GlobNode.WithinSegment() : new GlobNode.AcrossSegments();
  }

  private GlobNode alternatives(int depth) {
    List<Sequence> choices = new ArrayList<>();
    while (fault == null) {
      if (++alternatives > MAX_ALTERNATIVES) {
        fail("it has more than " + MAX_ALTERNATIVES + " alternatives in braces");
        break;
      }
      choices.add(sequence(depth + 1));
      if (fault == null && position == text.length()) {
        fail("a '{' has no '}' after it");
      } else if (fault == null) {
        count();
        if (text.charAt(position++) == '}') {
          break;
        }
      }
    }
    return new Alternatives(List.copyOf(choices));
  }

  private void escaped(StringBuilder run) {
    if (position == text.length()) {
      fail("it ends in a '\\' that escapes nothing");
      return;
    }
    int codePoint = text.codePointAt(position);
    if (codePoint == CapabilityText.SEPARATOR && dialect == GlobDialect.CAPABILITY) {
      fail("it escapes a ':', which no segment can contain");
    }
    position += Character.charCount(codePoint);
    run.appendCodePoint(codePoint);
  }

  private void flush(StringBuilder run, List<GlobNode> parts) {
    if (run.isEmpty()) {
      return;
    }
    String written = run.toString();
    run.setLength(0);
    if (dialect == GlobDialect.NAME) {
      parts.add(new Literal(written));
      return;
    }
    String literal = CapabilityText.normalized(written);
    if (CapabilityText.joinsBackwards(literal.codePointAt(0))) {
      fail("a combining character does not directly follow the character it belongs to");
    } else if (literal.contains("::")) {
      fail("a segment is empty");
    }
    parts.add(new Literal(literal));
  }

  private void checkEnds(Sequence whole) {
    if (whole.parts().isEmpty()) {
      fail("it is empty");
      return;
    }
    if (dialect == GlobDialect.NAME) {
      return;
    }
    boolean leading = whole.parts().get(0) instanceof Literal first && first.text().startsWith(":");
    boolean trailing =
        whole.parts().get(whole.parts().size() - 1) instanceof Literal last
            && last.text().endsWith(":");
    if (leading || trailing) {
      fail("a segment is empty");
    }
  }

  private void count() {
    if (++characters > CapabilityText.MAX_LENGTH) {
      fail(CapabilityText.TOO_LONG);
    }
  }

  private void fail(String why) {
    if (fault == null) {
      fault = why;
    }
  }
}
