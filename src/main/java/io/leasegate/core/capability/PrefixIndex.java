package io.leasegate.core.capability;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Finds globs whose fixed beginning may begin a text, in a trie over those beginnings. A candidate
 * is only possible: characters on which all globs of a node agree are skipped, not compared.
 */
final class PrefixIndex {

  private static final int BUCKET = 8;

  /** The depth at which children branch, in UTF-16 units. */
  private final int depth;

  private final char[] branches;
  private final PrefixIndex[] children;

  /** Globs that end here, or all of a small node; ascending positions. */
  private final int[] here;

  private PrefixIndex(int depth, char[] branches, PrefixIndex[] children, int[] here) {
    this.depth = depth;
    this.branches = branches;
    this.children = children;
    this.here = here;
  }

  static PrefixIndex of(List<CapabilityGlob> globs) {
    List<Integer> all = new ArrayList<>(globs.size());
    for (int i = 0; i < globs.size(); i++) {
      all.add(i);
    }
    return node(globs, all, 0);
  }

  private static PrefixIndex node(List<CapabilityGlob> globs, List<Integer> members, int from) {
    int depth = agreement(globs, members, from);
    List<Integer> here = new ArrayList<>();
    Map<Character, List<Integer>> deeper = new TreeMap<>();
    for (int member : members) {
      String prefix = globs.get(member).prefix();
      if (members.size() <= BUCKET || prefix.length() == depth) {
        here.add(member);
      } else {
        deeper.computeIfAbsent(prefix.charAt(depth), c -> new ArrayList<>()).add(member);
      }
    }
    char[] branches = new char[deeper.size()];
    PrefixIndex[] children = new PrefixIndex[branches.length];
    int n = 0;
    for (Map.Entry<Character, List<Integer>> branch : deeper.entrySet()) {
      branches[n] = branch.getKey();
      children[n++] = node(globs, branch.getValue(), depth + 1);
    }
    return new PrefixIndex(
        depth, branches, children, here.stream().mapToInt(Integer::intValue).toArray());
  }

  /** The length up to which all members agree, given that they agree up to the one passed in. */
  private static int agreement(List<CapabilityGlob> globs, List<Integer> members, int from) {
    if (members.isEmpty()) {
      return from;
    }
    String first = globs.get(members.get(0)).prefix();
    int agreed = first.length();
    for (int member : members) {
      String prefix = globs.get(member).prefix();
      int common = from;
      while (common < agreed
          && common < prefix.length()
          && prefix.charAt(common) == first.charAt(common)) {
        common++;
      }
      agreed = common;
    }
    return agreed;
  }

  /** The lowest position behind the given one whose glob may begin the text and passes, or -1. */
  <T> int first(
      int behind,
      String text,
      List<CapabilityGlob> globs,
      T subject,
      BiPredicate<CapabilityGlob, T> test) {
    int best = -1;
    for (PrefixIndex node = this; node != null; node = node.child(text)) {
      for (int position : node.here) {
        if (best >= 0 && position >= best) {
          break;
        }
        if (position > behind && test.test(globs.get(position), subject)) {
          best = position;
          break;
        }
      }
    }
    return best;
  }

  private @Nullable PrefixIndex child(String text) {
    if (branches.length == 0 || text.length() <= depth) {
      return null;
    }
    int branch = Arrays.binarySearch(branches, text.charAt(depth));
    return branch < 0 ? null : children[branch];
  }
}
