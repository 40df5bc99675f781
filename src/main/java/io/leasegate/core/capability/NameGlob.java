package io.leasegate.core.capability;

import io.leasegate.core.capability.GlobNode.Literal;
import io.leasegate.core.capability.GlobNode.Sequence;
import io.leasegate.core.capability.ParseResult.Malformed;
import io.leasegate.core.capability.ParseResult.Parsed;
import org.jspecify.annotations.Nullable;

/**
 * A glob over names of tools: {@code *} any run of characters, {@code ?} one code point, <code>
 * {a,b}</code> alternatives, {@code \} the next character literally. Bounded like {@link
 * CapabilityGlob}. Names are compared as they are, without normalisation.
 */
public final class NameGlob {

  private final String text;
  private final String literal;
  private final @Nullable GlobTable table;

  private NameGlob(String text, String literal, @Nullable GlobTable table) {
    this.text = text;
    this.literal = literal;
    this.table = table;
  }

  public static ParseResult<NameGlob> parse(String text) {
    String fault = CapabilityText.fault(text);
    if (fault != null) {
      return new Malformed<>("malformed name glob: " + fault);
    }
    ParseResult<Sequence> parsed = GlobParser.parse(text, GlobDialect.NAME);
    if (parsed instanceof Malformed<Sequence> malformed) {
      return new Malformed<>("malformed name glob: " + malformed.reason());
    }
    Sequence glob = ((Parsed<Sequence>) parsed).value();
    if (glob.parts().size() == 1 && glob.parts().get(0) instanceof Literal literal) {
      return new Parsed<>(new NameGlob(text, literal.text(), null));
    }
    ParseResult<GlobTable> table = GlobCompiler.compile(glob, GlobDialect.NAME);
    return table instanceof Malformed<GlobTable> malformed
        ? new Malformed<>("malformed name glob: " + malformed.reason())
        : new Parsed<>(new NameGlob(text, "", ((Parsed<GlobTable>) table).value()));
  }

  public boolean matches(String name) {
    return table == null ? literal.equals(name) : table.matches(name);
  }

  /** The glob as it was written. */
  public String text() {
    return text;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof NameGlob glob && glob.text.equals(text);
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
}
