package io.leasegate.grants;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.leasegate.core.capability.CapabilityGlob;

/**
 * Compiled globs by their text. A table takes a kilobyte and a tenth of a millisecond, and many
 * grants have the same text; so grants hold the text, and what is in use is compiled here once.
 * What matches one capability only needs no table and is not kept. Bounded. Safe from every loop.
 */
final class CompiledGlobs {

  private static final long MAX_BYTES = 16L << 20;

  private final Cache<String, CapabilityGlob> globs =
      Caffeine.newBuilder()
          .maximumWeight(MAX_BYTES)
          .weigher((String text, CapabilityGlob glob) -> glob.bytes())
          .build();

  /**
   * The glob of a text that is known to be well formed.
   *
   * @throws IllegalArgumentException when it is not
   */
  CapabilityGlob of(String text) {
    CapabilityGlob known = globs.getIfPresent(text);
    if (known == null) {
      known = CapabilityGlob.parse(text).orThrow();
      if (known.onlyMatch().isEmpty()) {
        globs.put(text, known);
      }
    }
    return known;
  }
}
