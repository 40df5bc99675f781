package io.leasegate.core.capability;

import io.leasegate.core.capability.ParseResult.Malformed;
import io.leasegate.core.capability.ParseResult.Parsed;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.util.automaton.Automata;
import org.apache.lucene.util.automaton.Automaton;
import org.apache.lucene.util.automaton.Operations;
import org.apache.lucene.util.automaton.TooComplexToDeterminizeException;

/**
 * Turns a parsed glob into a table; a capability glob into one over the legal capabilities that it
 * matches: three segments, none empty. Patterns come from agents, so the work is bounded: a pattern
 * over a bound is refused.
 */
final class GlobCompiler {

  /**
   * In Lucene's unit, ten members of the subsets that determinising builds. Globs that people write
   * take under 100; at 1,000 an attempt to explode ends after about as long as a compilation.
   */
  static final int MAX_DETERMINIZE_WORK = 1_000;

  static final int MAX_STATES = 2_048;

  /** States times character intervals: what the table is made from. */
  static final int MAX_CELLS = 1 << 17;

  private static final String TOO_COMPLEX =
      "it is too complex to decide; use fewer wildcards, or several simpler globs";
  private static final String MATCHES_NOTHING =
      "no capability <upstream>:<action>:<resource> can match it";

  private static final Automaton NO_SEPARATOR =
      Operations.union(
          Automata.makeCharRange(Character.MIN_CODE_POINT, CapabilityText.SEPARATOR - 1),
          Automata.makeCharRange(CapabilityText.SEPARATOR + 1, Character.MAX_CODE_POINT));
  private static final Automaton WITHIN_SEGMENT = Operations.repeat(NO_SEPARATOR);
  private static final Automaton ANYTHING = Automata.makeAnyString();
  private static final Automaton LEGAL = legal();

  private final GlobDialect dialect;

  private GlobCompiler(GlobDialect dialect) {
    this.dialect = dialect;
  }

  static ParseResult<GlobTable> compile(GlobNode glob, GlobDialect dialect) {
    Automaton matched = new GlobCompiler(dialect).automaton(glob);
    Automaton wanted =
        dialect == GlobDialect.CAPABILITY ? Operations.intersection(matched, LEGAL) : matched;
    Automaton legalOnly = Operations.removeDeadStates(wanted);
    if (Operations.isEmpty(legalOnly)) {
      return new Malformed<>(MATCHES_NOTHING);
    }
    Automaton deterministic;
    try {
      deterministic =
          Operations.removeDeadStates(Operations.determinize(legalOnly, MAX_DETERMINIZE_WORK));
    } catch (TooComplexToDeterminizeException e) {
      return new Malformed<>(TOO_COMPLEX);
    }
    int states = deterministic.getNumStates();
    if (states > MAX_STATES || states * deterministic.getStartPoints().length > MAX_CELLS) {
      return new Malformed<>(TOO_COMPLEX);
    }
    return new Parsed<>(GlobTable.of(deterministic));
  }

  private Automaton automaton(GlobNode node) {
    if (node instanceof GlobNode.Literal literal) {
      return Automata.makeString(literal.text());
    } else if (node instanceof GlobNode.OneCharacter) {
      return dialect == GlobDialect.CAPABILITY ? NO_SEPARATOR : Automata.makeAnyChar();
    } else if (node instanceof GlobNode.WithinSegment) {
      return dialect == GlobDialect.CAPABILITY ? WITHIN_SEGMENT : ANYTHING;
    } else if (node instanceof GlobNode.AcrossSegments) {
      return ANYTHING;
    } else if (node instanceof GlobNode.Alternatives alternatives) {
      return Operations.union(automata(alternatives.choices()));
    }
    List<GlobNode> parts = ((GlobNode.Sequence) node).parts();
    return parts.isEmpty() ? Automata.makeEmptyString() : Operations.concatenate(automata(parts));
  }

  private List<Automaton> automata(List<? extends GlobNode> nodes) {
    List<Automaton> automata = new ArrayList<>(nodes.size());
    for (GlobNode node : nodes) {
      automata.add(automaton(node));
    }
    return automata;
  }

  private static Automaton legal() {
    Automaton segment = Operations.repeat(NO_SEPARATOR, 1);
    Automaton separator = Automata.makeChar(CapabilityText.SEPARATOR);
    Automaton three =
        Operations.concatenate(List.of(segment, separator, segment, separator, segment));
    return Operations.determinize(three, MAX_DETERMINIZE_WORK);
  }
}
