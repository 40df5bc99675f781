package io.leasegate.core.capability;

import io.leasegate.core.capability.GlobNode.Literal;
import io.leasegate.core.capability.GlobNode.Sequence;
import io.leasegate.core.capability.Overlap.Disjoint;
import io.leasegate.core.capability.Overlap.Shared;
import io.leasegate.core.capability.ParseResult.Malformed;
import io.leasegate.core.capability.ParseResult.Parsed;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A glob over capabilities, compiled; immutable and free to share.
 *
 * <p>{@code *} is any run of characters inside one segment, {@code /} included; {@code **} crosses
 * {@code :}; <code>{a,b}</code> alternates, nested too; {@code ?} is one code point that is no
 * {@code :}; {@code \} takes the next character literally. A glob stands for the set of legal
 * capabilities that it matches: matching, covering and overlap are decided exactly on that set, in
 * NFC.
 *
 * <p>Malformed: a glob that no three-segment capability can match, unbalanced braces, a trailing
 * {@code \}, an escaped {@code :}, an empty segment, more than 512 characters or 64 alternatives,
 * half a surrogate pair, a combining character apart from its base, and a glob whose automaton
 * would be too large.
 */
public final class CapabilityGlob {

  private final String text;

  /** What every match begins with; the only match when there is no table. */
  private final String prefix;

  private final @Nullable GlobTable table;

  private CapabilityGlob(String text, String prefix, @Nullable GlobTable table) {
    this.text = text;
    this.prefix = prefix;
    this.table = table;
  }

  /** The glob of a text that may hold glob syntax. */
  public static ParseResult<CapabilityGlob> parse(String text) {
    String fault = CapabilityText.fault(text);
    if (fault != null) {
      return malformed(fault);
    }
    String normalized = CapabilityText.normalized(text);
    ParseResult<Sequence> parsed = GlobParser.parse(normalized, GlobDialect.CAPABILITY);
    if (parsed instanceof Malformed<Sequence> malformed) {
      return malformed(malformed.reason());
    }
    Sequence glob = ((Parsed<Sequence>) parsed).value();
    List<GlobNode> parts = glob.parts();
    if (parts.size() == 1 && parts.get(0) instanceof Literal literal) {
      fault = Capability.faultOfNormalized(literal.text());
      return fault != null
          ? malformed(fault)
          : new Parsed<>(new CapabilityGlob(normalized, sameOr(normalized, literal.text()), null));
    }
    return compiled(normalized, glob);
  }

  /**
   * The glob that matches one capability only, whose segments came from elsewhere, such as a call's
   * arguments: no character in them is glob syntax. Malformed as {@link Capability#of}.
   */
  public static ParseResult<CapabilityGlob> literal(
      String upstream, String action, String resource) {
    ParseResult<Capability> capability = Capability.of(upstream, action, resource);
    return capability instanceof Malformed<Capability> malformed
        ? new Malformed<>(malformed.reason())
        : new Parsed<>(of(((Parsed<Capability>) capability).value()));
  }

  /** The text with every character that means something in a glob escaped. */
  public static String escape(String literal) {
    return CapabilityText.escaped(literal);
  }

  /** The glob that matches the capability and nothing else. */
  public static CapabilityGlob of(Capability only) {
    return new CapabilityGlob(only.globText(), only.text(), null);
  }

  private static ParseResult<CapabilityGlob> compiled(String text, Sequence glob) {
    ParseResult<GlobTable> result = GlobCompiler.compile(glob, GlobDialect.CAPABILITY);
    if (result instanceof Malformed<GlobTable> malformed) {
      return malformed(malformed.reason());
    }
    GlobTable table = ((Parsed<GlobTable>) result).value();
    String prefix = table.prefix();
    return new Parsed<>(new CapabilityGlob(text, prefix, table.matchesOnly(prefix) ? null : table));
  }

  private static ParseResult<CapabilityGlob> malformed(String why) {
    return new Malformed<>("malformed capability glob: " + why);
  }

  public boolean matches(Capability capability) {
    String concrete = capability.text();
    return table == null
        ? prefix.equals(concrete)
        : concrete.startsWith(prefix) && table.matches(concrete);
  }

  /**
   * Whether this glob matches every capability that the other one matches; equal globs cover each
   * other. False as well when deciding would take too much work.
   */
  public boolean covers(CapabilityGlob other) {
    if (!other.prefix.startsWith(prefix)) {
      return false;
    }
    if (table == null) {
      return other.table == null && other.prefix.length() == prefix.length();
    }
    if (other.table == null) {
      return table.matches(other.prefix);
    }
    return text.equals(other.text) || new GlobProduct(table, other.table).leftCoversRight();
  }

  /**
   * Whether a glob of this text may match the capability: false is certain, and costs no parsing.
   *
   * @param globText well formed, in NFC
   */
  public static boolean mayMatch(String globText, Capability capability) {
    int fixed = CapabilityText.fixedLength(globText);
    String concrete = capability.text();
    return concrete.regionMatches(0, globText, 0, fixed)
        && (fixed < globText.length() || concrete.length() == fixed);
  }

  /** Whether a glob of this text may cover this one: as {@link #mayMatch}. */
  public static boolean mayCover(String globText, CapabilityGlob request) {
    int fixed = CapabilityText.fixedLength(globText);
    return request.prefix.regionMatches(0, globText, 0, fixed)
        && (fixed < globText.length() || request.prefix.length() == fixed);
  }

  /** About how much memory the compiled form takes. */
  public int bytes() {
    return 64 + 2 * (text.length() + prefix.length()) + (table == null ? 0 : table.bytes());
  }

  /** Whether both globs match some capability, with one that both match. */
  public Overlap overlap(CapabilityGlob other) {
    if (!prefix.startsWith(other.prefix) && !other.prefix.startsWith(prefix)) {
      return new Disjoint();
    }
    if (table == null) {
      return other.matches(Capability.trusted(prefix)) ? shared(prefix) : new Disjoint();
    }
    if (other.table == null) {
      return table.matches(other.prefix) ? shared(other.prefix) : new Disjoint();
    }
    return new GlobProduct(table, other.table).overlap();
  }

  /** The only capability that this glob matches, or nothing when it matches several. */
  public Optional<Capability> onlyMatch() {
    return table == null ? Optional.of(Capability.trusted(prefix)) : Optional.empty();
  }

  /** The glob as it was written, in NFC. */
  public String text() {
    return text;
  }

  /** The longest text that every match begins with. */
  String prefix() {
    return prefix;
  }

  private static String sameOr(String kept, String equal) {
    return kept.equals(equal) ? kept : equal;
  }

  private static Overlap shared(String witness) {
    return new Shared(Capability.trusted(witness));
  }

  /** Equal when written the same; {@link #covers} both ways decides whether they mean the same. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof CapabilityGlob glob && glob.text.equals(text);
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
