package io.leasegate.core.capability;

import java.util.List;

/**
 * Many globs in the order in which they count, answering with the first that fits. Immutable. A
 * look-up for a match or a cover tries only the globs whose fixed beginning fits, and matching
 * allocates nothing.
 */
public final class GlobSet {

  /** No glob of the set fits. */
  public static final int NONE = -1;

  private final List<CapabilityGlob> globs;
  private final PrefixIndex index;

  private GlobSet(List<CapabilityGlob> globs) {
    this.globs = List.copyOf(globs);
    this.index = PrefixIndex.of(this.globs);
  }

  public static GlobSet of(List<CapabilityGlob> globs) {
    return new GlobSet(globs);
  }

  public List<CapabilityGlob> globs() {
    return globs;
  }

  /** The position of the first glob that matches the capability, or {@link #NONE}. */
  public int firstMatch(Capability capability) {
    return nextMatch(capability, NONE);
  }

  /** The position of the first glob behind the given one that matches, or {@link #NONE}. */
  public int nextMatch(Capability capability, int behind) {
    return index.first(behind, capability.text(), globs, capability, CapabilityGlob::matches);
  }

  /** The position of the first glob that covers the whole request, or {@link #NONE}. */
  public int firstCovering(CapabilityGlob request) {
    return nextCovering(request, NONE);
  }

  /** The position of the first glob behind the given one that covers, or {@link #NONE}. */
  public int nextCovering(CapabilityGlob request, int behind) {
    return index.first(behind, request.prefix(), globs, request, CapabilityGlob::covers);
  }

  /** The position of the first glob that overlaps the request or may do so, or {@link #NONE}. */
  public int firstOverlap(CapabilityGlob request) {
    for (int i = 0; i < globs.size(); i++) {
      if (globs.get(i).overlap(request).possible()) {
        return i;
      }
    }
    return NONE;
  }
}
