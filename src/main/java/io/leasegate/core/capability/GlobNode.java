package io.leasegate.core.capability;

import java.util.List;

/** A parsed glob, before it is compiled. */
sealed interface GlobNode {

  /** A run of characters that stand for themselves, normalised; separators included. */
  record Literal(String text) implements GlobNode {}

  /** {@code ?}: one code point that is no separator. */
  record OneCharacter() implements GlobNode {}

  /** {@code *}: any run of code points without a separator. */
  record WithinSegment() implements GlobNode {}

  /** {@code **}: any run of code points. */
  record AcrossSegments() implements GlobNode {}

  /** {@code {a,b}}. */
  record Alternatives(List<Sequence> choices) implements GlobNode {}

  /** One after the other. */
  record Sequence(List<GlobNode> parts) implements GlobNode {}
}
