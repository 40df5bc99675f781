package io.leasegate.upstream.catalogue;

import io.leasegate.core.capability.NameGlob;
import java.util.List;

/** Several globs over tool names. Immutable. */
final class NameGlobs {

  private final List<NameGlob> globs;

  private NameGlobs(List<NameGlob> globs) {
    this.globs = globs;
  }

  /** The globs that are well-formed; the configuration refuses others at load. */
  static NameGlobs of(List<String> texts) {
    return new NameGlobs(
        texts.stream().flatMap(text -> NameGlob.parse(text).toOptional().stream()).toList());
  }

  boolean match(String name) {
    return globs.stream().anyMatch(glob -> glob.matches(name));
  }
}
