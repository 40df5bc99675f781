package io.leasegate.core.capability;

import io.leasegate.core.capability.Overlap.Disjoint;
import io.leasegate.core.capability.Overlap.Shared;
import io.leasegate.core.capability.Overlap.Undecided;
import java.util.Arrays;
import java.util.BitSet;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/**
 * Two tables walked together. Only what both can reach is visited, and at most {@link #MAX_STEPS}
 * steps are taken; past them the answer is the one that allows less.
 */
final class GlobProduct {

  static final int MAX_STEPS = 1 << 17;

  private final GlobTable left;
  private final GlobTable right;
  private final ProductLetter[] letters;
  private final int maxSteps;
  private int steps;

  GlobProduct(GlobTable left, GlobTable right) {
    this(left, right, MAX_STEPS);
  }

  GlobProduct(GlobTable left, GlobTable right, int maxSteps) {
    this.left = left;
    this.right = right;
    this.letters = ProductLetter.of(left, right);
    this.maxSteps = maxSteps;
  }

  /**
   * Whether everything that the right one matches is matched by the left one; false past bounds.
   */
  boolean leftCoversRight() {
    BitSet seen = new BitSet();
    int[] pending = new int[64];
    int size = 1;
    seen.set(0);
    while (size > 0) {
      int pair = pending[--size];
      int l = pair / right.states();
      int r = pair % right.states();
      if (right.accepts(r) && !left.accepts(l)) {
        return false;
      }
      for (ProductLetter letter : letters) {
        if (++steps > maxSteps) {
          return false;
        }
        int nextRight = right.step(r, letter.rightClass());
        if (nextRight == GlobTable.DEAD) {
          continue;
        }
        int nextLeft = left.step(l, letter.leftClass());
        if (nextLeft == GlobTable.DEAD) {
          return false;
        }
        int next = nextLeft * right.states() + nextRight;
        if (!seen.get(next)) {
          seen.set(next);
          if (size == pending.length) {
            pending = Arrays.copyOf(pending, 2 * size);
          }
          pending[size++] = next;
        }
      }
    }
    return true;
  }

  /** The cheapest common match: Dijkstra over the costs of {@link ProductLetter}. */
  Overlap overlap() {
    BitSet settled = new BitSet();
    PriorityQueue<Path> open = new PriorityQueue<>();
    open.add(new Path(0, 0, 0, 0, null));
    for (Path path = open.poll(); path != null; path = open.poll()) {
      int pair = path.left * right.states() + path.right;
      if (settled.get(pair)) {
        continue;
      }
      settled.set(pair);
      if (left.accepts(path.left) && right.accepts(path.right)) {
        return new Shared(Capability.trusted(path.text()));
      }
      for (ProductLetter letter : letters) {
        if (++steps > maxSteps) {
          return new Undecided();
        }
        int nextLeft = left.step(path.left, letter.leftClass());
        int nextRight = right.step(path.right, letter.rightClass());
        if (nextLeft != GlobTable.DEAD
            && nextRight != GlobTable.DEAD
            && !settled.get(nextLeft * right.states() + nextRight)) {
          open.add(
              new Path(path.cost + letter.cost(), nextLeft, nextRight, letter.codePoint(), path));
        }
      }
    }
    return new Disjoint();
  }

  /** A way through both tables; equal costs are ordered by character, so answers are stable. */
  private record Path(int cost, int left, int right, int codePoint, @Nullable Path previous)
      implements Comparable<Path> {

    @Override
    public int compareTo(Path other) {
      int byCost = Integer.compare(cost, other.cost);
      return byCost != 0 ? byCost : Integer.compare(codePoint, other.codePoint);
    }

    String text() {
      StringBuilder backwards = new StringBuilder();
      for (Path at = this; at.previous != null; at = at.previous) {
        backwards.appendCodePoint(at.codePoint);
      }
      return backwards.reverse().toString();
    }
  }
}
