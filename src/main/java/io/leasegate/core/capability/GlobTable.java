package io.leasegate.core.capability;

import java.nio.IntBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.util.automaton.Automaton;

/**
 * A deterministic automaton as a dense table: code point → class, (state, class) → state. State 0
 * is the start; every state can reach an accepting one, and {@link #DEAD} stands for no state.
 * Matching reads each character once and allocates nothing.
 */
final class GlobTable {

  static final int DEAD = -1;

  private static final int ASCII = 128;

  private final int classes;
  private final char[] asciiClasses;

  /** Where the intervals of code points begin, ascending, the first at 0. */
  private final int[] starts;

  private final char[] intervalClasses;

  /** Per state and class the next state plus 1; 0 is dead. */
  private final char[] next;

  private final boolean[] accepting;

  private GlobTable(
      int[] starts, char[] intervalClasses, int classes, int[][] columns, Automaton a) {
    this.starts = starts;
    this.intervalClasses = intervalClasses;
    this.classes = classes;
    this.accepting = new boolean[a.getNumStates()];
    this.next = new char[accepting.length * classes];
    for (int state = 0; state < accepting.length; state++) {
      accepting[state] = a.isAccept(state);
      for (int i = 0; i < starts.length; i++) {
        next[state * classes + intervalClasses[i]] = (char) (columns[i][state] + 1);
      }
    }
    this.asciiClasses = new char[ASCII];
    for (int c = 0; c < ASCII; c++) {
      asciiClasses[c] = (char) classOf(c);
    }
  }

  /** Intervals on which all states agree share a class. */
  static GlobTable of(Automaton deterministic) {
    int[] starts = deterministic.getStartPoints();
    int[][] columns = new int[starts.length][deterministic.getNumStates()];
    char[] intervalClasses = new char[starts.length];
    Map<IntBuffer, Integer> classes = new HashMap<>();
    for (int i = 0; i < starts.length; i++) {
      for (int state = 0; state < columns[i].length; state++) {
        columns[i][state] = deterministic.step(state, starts[i]);
      }
      Integer known = classes.putIfAbsent(IntBuffer.wrap(columns[i]), classes.size());
      intervalClasses[i] = (char) (known == null ? classes.size() - 1 : known);
    }
    return new GlobTable(starts, intervalClasses, classes.size(), columns, deterministic);
  }

  boolean matches(String text) {
    int state = 0;
    for (int i = 0; i < text.length(); i++) {
      int character = text.charAt(i);
      int characterClass;
      if (character < ASCII) {
        characterClass = asciiClasses[character];
      } else {
        int codePoint = text.codePointAt(i);
        i += Character.charCount(codePoint) - 1;
        characterClass = classOf(codePoint);
      }
      state = step(state, characterClass);
      if (state == DEAD) {
        return false;
      }
    }
    return accepting[state];
  }

  int step(int state, int characterClass) {
    return next[state * classes + characterClass] - 1;
  }

  int bytes() {
    return Character.BYTES * (next.length + intervalClasses.length + ASCII)
        + Integer.BYTES * starts.length
        + accepting.length
        + 128;
  }

  boolean accepts(int state) {
    return accepting[state];
  }

  int states() {
    return accepting.length;
  }

  int classes() {
    return classes;
  }

  int classOf(int codePoint) {
    int found = Arrays.binarySearch(starts, codePoint);
    return intervalClasses[found >= 0 ? found : -found - 2];
  }

  int[] starts() {
    return starts;
  }

  /** The longest text that every match begins with. */
  String prefix() {
    StringBuilder prefix = new StringBuilder();
    int state = 0;
    while (!accepting[state]) {
      int interval = onlyWayOut(state);
      if (interval < 0) {
        break;
      }
      prefix.appendCodePoint(starts[interval]);
      state = step(state, intervalClasses[interval]);
    }
    return prefix.toString();
  }

  /** The interval of a single code point that alone leads on from the state, or -1. */
  private int onlyWayOut(int state) {
    int only = -1;
    for (int i = 0; i < starts.length; i++) {
      if (step(state, intervalClasses[i]) != DEAD) {
        int end = i + 1 < starts.length ? starts[i + 1] : Character.MAX_CODE_POINT + 1;
        if (only >= 0 || end - starts[i] > 1) {
          return -1;
        }
        only = i;
      }
    }
    return only;
  }

  /** Whether the prefix is all that is matched: the accepting state at its end leads nowhere. */
  boolean matchesOnly(String prefix) {
    if (!matches(prefix)) {
      return false;
    }
    int edges = 0;
    for (char target : next) {
      edges += target != 0 ? 1 : 0;
    }
    return states() == prefix.codePointCount(0, prefix.length()) + 1 && edges == states() - 1;
  }
}
